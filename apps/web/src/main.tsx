import './api/callback-params.ts';
import './ui/styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { requestFirstPictures } from './app/first-pictures.ts';
import { startI18n } from './locales/i18n.ts';
import { restoreFocus } from './ui/focus/restore-focus.ts';
import { restoreTypedText } from './ui/typed-text.ts';

void requestFirstPictures();
restoreFocus(document);
restoreTypedText();
await startI18n();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
