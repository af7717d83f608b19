import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';

export const INTERFACE_LANGUAGES = ['en', 'es'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const KEY = 'interface_language';

const isOffered = (language: string): language is InterfaceLanguage =>
  (INTERFACE_LANGUAGES as readonly string[]).includes(language);

/** The language chosen on this device, else the first of the browser's that is offered. */
function wantedLanguage(): InterfaceLanguage {
  const wanted = [
    localStorage.getItem(KEY) ?? '',
    ...navigator.languages.map((tag) => tag.split('-')[0] ?? ''),
  ];
  return wanted.find(isOffered) ?? 'en';
}

/** Languages other than English are loaded when they are wanted. */
async function loadCatalogue(language: InterfaceLanguage): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return;
  const { es } = await import('./es.ts');
  i18next.addResourceBundle(language, 'translation', es);
}

async function show(language: InterfaceLanguage): Promise<void> {
  await loadCatalogue(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Shows the interface in a language and remembers it on this device; null: as the browser asks. */
export async function chooseLanguage(language: InterfaceLanguage | null): Promise<void> {
  if (language) localStorage.setItem(KEY, language);
  else localStorage.removeItem(KEY);
  await show(wantedLanguage());
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  await show(wantedLanguage());
}
