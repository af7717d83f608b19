import { CATALOGUES } from '../locales/catalogues.ts';
import { addTexts, currentTranslation, showLanguage } from '../locales/translation.ts';

/** Explains in an element, in the browser's language, why the app can't start. Without site data no language can be chosen. */
export async function showBlockedStorage(root: HTMLElement): Promise<void> {
  const language = navigator.language.startsWith('es') ? 'es' : 'en';
  addTexts(language, await CATALOGUES[language].blockedStorage());
  showLanguage(language);
  const { t } = currentTranslation();
  const title = document.createElement('h1');
  title.textContent = t('blockedStorage.title');
  const text = document.createElement('p');
  text.textContent = t('blockedStorage.text');
  root.style.padding = '1rem';
  root.replaceChildren(title, text);
}
