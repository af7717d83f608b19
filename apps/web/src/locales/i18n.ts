import type { InterfaceLanguage } from '@sayback/contract';
import { acceptedLanguages, storeChosenLanguage } from './accepted-languages.ts';
import { CATALOGUES, type CataloguePart } from './catalogues.ts';
import { addTexts, showLanguage } from './translation.ts';

const isSupported = (language: string): language is InterfaceLanguage => Object.hasOwn(CATALOGUES, language);

/** Returns the first supported language of the user. */
function preferredLanguage(): InterfaceLanguage {
  const preferred = acceptedLanguages().map((tag) => tag.split('-')[0] ?? '');
  return preferred.find(isSupported) ?? 'en';
}

/** The language that is shown, or is loading. */
let currentLanguage: InterfaceLanguage = 'en';

/** Parts that are loaded again when the language changes. */
const parts = new Set<CataloguePart>(['everyone']);

async function load(part: CataloguePart, language: InterfaceLanguage): Promise<void> {
  addTexts(language, await CATALOGUES[language][part]());
}

/** Loads a part of the texts, also for languages chosen later. */
async function loadPart(part: CataloguePart): Promise<void> {
  if (parts.has(part)) return;
  let language: InterfaceLanguage;
  do {
    language = currentLanguage;
    await Promise.all([...new Set(['en', language] as const)].map((code) => load(part, code)));
    // The language can change while it loads.
  } while (language !== currentLanguage);
  parts.add(part);
}

export const loadAdminWording = () => loadPart('admins');

/** Loads the texts of two-step sign-in. */
export const loadSecondFactorWording = () => loadPart('secondFactor');

/** Loads the texts of recorded turns, the player's settings and its keyboard shortcuts. */
export const loadTurnWording = () => loadPart('turn');

/** Loads the texts of Today, of a line's review history and of the learner's progress. */
export const loadTodayWording = () => loadPart('today');

async function show(language: InterfaceLanguage): Promise<void> {
  currentLanguage = language;
  await Promise.all([...parts].map((part) => load(part, language)));
  // Another one can have been chosen while this one was loading.
  if (language === currentLanguage) showLanguage(language);
}

/** Shows the interface in a language, and stores the choice on this device; null: the browser's language. */
export async function chooseLanguage(language: InterfaceLanguage | null): Promise<void> {
  storeChosenLanguage(language);
  await show(preferredLanguage());
}

/** Shows the user's language, or English if its texts can't be loaded. */
export async function startI18n(): Promise<void> {
  await load('everyone', 'en');
  await show(preferredLanguage()).catch(() => show('en'));
}
