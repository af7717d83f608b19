import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { forEveryone } from './en/for-everyone.ts';
import type { en } from './en.ts';

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

const namespace = 'translation';

/** Languages other than English are loaded when they are wanted. */
async function loadCatalogue(language: InterfaceLanguage): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, namespace)) return;
  const { forEveryone } = await import('./es/for-everyone.ts');
  i18next.addResourceBundle(language, namespace, forEveryone);
}

const ADMIN_WORDING = {
  en: () => import('./en/for-admins.ts'),
  es: () => import('./es/for-admins.ts'),
} satisfies Record<InterfaceLanguage, () => Promise<{ forAdmins: object }>>;
let isForAdmins = false;

async function addAdminWording(language: InterfaceLanguage): Promise<void> {
  const { forAdmins } = await ADMIN_WORDING[language]();
  i18next.addResourceBundle(language, namespace, forAdmins, true);
}

/** Loads what the administrators' screens say, now and in the languages that are chosen later. */
export async function loadAdminWording(): Promise<void> {
  if (isForAdmins) return;
  await Promise.all([...new Set(['en', shownLanguage()] as const)].map(addAdminWording));
  isForAdmins = true;
}

const shownLanguage = (): InterfaceLanguage => (isOffered(i18next.language) ? i18next.language : 'en');

async function show(language: InterfaceLanguage): Promise<void> {
  await loadCatalogue(language);
  if (isForAdmins) await addAdminWording(language);
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
    resources: { en: { translation: forEveryone } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  await show(wantedLanguage());
}
