import type { InterfaceLanguage } from '@sayback/contract';
import { acceptedLanguages, keepChosenLanguage } from './accepted-languages.ts';
import { CATALOGUES, type CataloguePart } from './catalogues.ts';
import { addTexts, showLanguage } from './translation.ts';

const isOffered = (language: string): language is InterfaceLanguage => Object.hasOwn(CATALOGUES, language);

/** The language chosen on this device, else the first of the browser's that is offered. */
function preferredLanguage(): InterfaceLanguage {
  const preferred = acceptedLanguages().map((tag) => tag.split('-')[0] ?? '');
  return preferred.find(isOffered) ?? 'en';
}

/** The language that is shown, or will be once it is loaded. */
let wanted: InterfaceLanguage = 'en';

/** Loaded in every language that is shown from then on. */
const parts = new Set<CataloguePart>(['everyone']);

async function load(part: CataloguePart, language: InterfaceLanguage): Promise<void> {
  addTexts(language, await CATALOGUES[language][part]());
}

/** Loads a part of the texts, now and in the languages that are chosen later. */
async function loadPart(part: CataloguePart): Promise<void> {
  if (parts.has(part)) return;
  let language: InterfaceLanguage;
  do {
    language = wanted;
    await Promise.all([...new Set(['en', language] as const)].map((each) => load(part, each)));
    // Another one may have been chosen meanwhile.
  } while (language !== wanted);
  parts.add(part);
}

export const loadAdminWording = () => loadPart('admins');

/** Loads the texts of two-step sign-in. */
export const loadSecondFactorWording = () => loadPart('secondFactor');

/** Loads the texts of what practice shows later: recorded turns, the player's settings and keys. */
export const loadTurnWording = () => loadPart('turn');

/** Loads the texts of Today, of a line's memory and of the learner's figures. */
export const loadTodayWording = () => loadPart('today');

async function show(language: InterfaceLanguage): Promise<void> {
  wanted = language;
  await Promise.all([...parts].map((part) => load(part, language)));
  showLanguage(language);
}

/** Shows the interface in a language and remembers it on this device; null: as the browser asks. */
export async function chooseLanguage(language: InterfaceLanguage | null): Promise<void> {
  keepChosenLanguage(language);
  await show(preferredLanguage());
}

export async function startI18n(): Promise<void> {
  await load('everyone', 'en');
  await show(preferredLanguage());
}
