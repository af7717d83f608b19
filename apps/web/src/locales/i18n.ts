import type { InterfaceLanguage } from '@sayback/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { CATALOGUES, type CataloguePart } from './catalogues.ts';
import type { en } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const KEY = 'interface_language';

const isOffered = (language: string): language is InterfaceLanguage => Object.hasOwn(CATALOGUES, language);

/** The language chosen on this device, else the first of the browser's that is offered. */
function wantedLanguage(): InterfaceLanguage {
  const wanted = [
    localStorage.getItem(KEY) ?? '',
    ...navigator.languages.map((tag) => tag.split('-')[0] ?? ''),
  ];
  return wanted.find(isOffered) ?? 'en';
}

const shownLanguage = (): InterfaceLanguage => (isOffered(i18next.language) ? i18next.language : 'en');

/** Loaded in every language that is shown from then on. */
const parts = new Set<CataloguePart>(['everyone']);

async function addTexts(part: CataloguePart, language: InterfaceLanguage): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await CATALOGUES[language][part](), true);
}

/** Loads a part of the texts, now and in the languages that are chosen later. */
async function loadPart(part: CataloguePart): Promise<void> {
  if (parts.has(part)) return;
  const languages = [...new Set(['en', shownLanguage()] as const)];
  await Promise.all(languages.map((language) => addTexts(part, language)));
  parts.add(part);
}

/** Loads the texts of the administrators' screens. */
export const loadAdminWording = () => loadPart('admins');

/** Loads the texts of two-step sign-in. */
export const loadSecondFactorWording = () => loadPart('secondFactor');

async function show(language: InterfaceLanguage): Promise<void> {
  await Promise.all([...parts].map((part) => addTexts(part, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
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
    resources: { en: { translation: await CATALOGUES.en.everyone() } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  await show(wantedLanguage());
}
