import { createRequire } from 'node:module';
import ISO6391 from 'iso-639-1';
import { badField } from '../../errors/app-error.ts';
import { message } from '../../messages/message.ts';

// Only the codes are needed, since Intl has the names; the package's main entry would load its own in every language.
const countryCodes = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as [
  string,
  ...string[],
][];

type Choice = { code: string; name: string };

/** Regional codes that subtitles use in addition to ISO 639's two-letter codes. */
const REGIONAL = ['pt-BR', 'zh-Hans', 'zh-Hant', 'es-419'];

/** Languages that are listed by default; the others are listed on request. */
const COMMON = new Set(
  `ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nl no pl pt pt-BR ro
   ru sv sw ta th tl tr uk ur vi zh zh-Hans zh-Hant`.split(/\s+/),
);

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

const compareNames = (a: Choice, b: Choice) => a.name.localeCompare(b.name, 'en');
const addName = (names: Intl.DisplayNames) => (code: string) => ({ code, name: names.of(code) ?? code });

/** Intl gives Twi the name of Akan, a larger language that includes it. */
const renameTwi = (choice: Choice) => (choice.code === 'tw' ? { ...choice, name: 'Twi' } : choice);

/** All ISO 639 languages with a two-letter code and the regional ones, by English name, without duplicate names. */
export const LANGUAGES: readonly Choice[] = [...ISO6391.getAllCodes(), ...REGIONAL]
  .map(addName(languageNames))
  .map(renameTwi)
  .sort(compareNames);

export const COMMON_LANGUAGES: readonly Choice[] = LANGUAGES.filter(({ code }) => COMMON.has(code));

/** All ISO 3166-1 countries, by English name. */
export const COUNTRIES: readonly Choice[] = countryCodes
  .map(([alpha2]) => alpha2)
  .map(addName(regionNames))
  .sort(compareNames);

const codesByLowerCase = new Map(LANGUAGES.map(({ code }) => [code.toLowerCase(), code]));
const namesByCode = new Map(LANGUAGES.map(({ code, name }) => [code, name]));
const knownCountryCodes = new Set(COUNTRIES.map(({ code }) => code));

/** Returns the English name of a language, or else its code in capitals. */
export const languageName = (code: string): string => namesByCode.get(code) ?? code.toUpperCase();

/** Normalises a field's language code (`PT-br` → `pt-BR`). Throws a 400 on the field if it is unknown. */
export function readLanguage(field: string, code: string): string {
  const known = codesByLowerCase.get(code.toLowerCase());
  if (!known) throw badField(field, message('input.language', { code }));
  return known;
}

/** Normalises a field's country code, null for none. Throws a 400 on the field if it is unknown. */
export function readCountry(field: string, code: string | null | undefined): string | null {
  if (!code) return null;
  const known = code.toUpperCase();
  if (!knownCountryCodes.has(known)) throw badField(field, message('input.country', { code }));
  return known;
}
