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

/** Wording that is loaded with the first screen that needs it. */
const MORE = {
  admins: {
    en: async () => (await import('./en/for-admins.ts')).forAdmins,
    es: async () => (await import('./es/for-admins.ts')).forAdmins,
  },
  secondFactor: {
    en: async () => (await import('./en/second-factor.ts')).secondFactor,
    es: async () => (await import('./es/second-factor.ts')).secondFactor,
  },
} satisfies Record<string, Record<InterfaceLanguage, () => Promise<object>>>;
type Part = keyof typeof MORE;
const loaded = new Set<Part>();

async function addWording(part: Part, language: InterfaceLanguage): Promise<void> {
  i18next.addResourceBundle(language, namespace, await MORE[part][language](), true);
}

/** Loads a part of the wording, now and in the languages that are chosen later. */
async function loadWording(part: Part): Promise<void> {
  if (loaded.has(part)) return;
  const languages = [...new Set(['en', shownLanguage()] as const)];
  await Promise.all(languages.map((language) => addWording(part, language)));
  loaded.add(part);
}

/** Loads what the administrators' screens say. */
export const loadAdminWording = () => loadWording('admins');

/** Loads what two-step sign-in says. */
export const loadSecondFactorWording = () => loadWording('secondFactor');

const shownLanguage = (): InterfaceLanguage => (isOffered(i18next.language) ? i18next.language : 'en');

async function show(language: InterfaceLanguage): Promise<void> {
  await loadCatalogue(language);
  await Promise.all([...loaded].map((part) => addWording(part, language)));
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
