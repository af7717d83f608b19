import './api/callback-params.ts';
import './ui/styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { requestFirstPictures } from './app/first-pictures.ts';
import { startI18n } from './locales/i18n.ts';
import { restoreFocus } from './ui/focus/restore-focus.ts';
import { restoreTypedText } from './ui/typed-text.ts';

/** Returns true if the browser blocks site data: reading the storage throws. */
function isStorageBlocked(): boolean {
  try {
    localStorage.getItem('');
    sessionStorage.getItem('');
    return false;
  } catch {
    return true;
  }
}

const root = document.getElementById('root') as HTMLElement;
if (isStorageBlocked()) {
  // Not awaited: its file imports the frame, which is only loaded once this module has run.
  void import('./app/blocked-storage.ts').then(({ showBlockedStorage }) => showBlockedStorage(root));
} else {
  void requestFirstPictures();
  restoreFocus(document);
  restoreTypedText();
  await startI18n();
  createRoot(root).render(<App />);
}
