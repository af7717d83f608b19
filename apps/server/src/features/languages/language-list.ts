import { createRequire } from 'node:module';
import ISO6391 from 'iso-639-1';
import { badField } from '../../errors/app-error.ts';
import { message } from '../../messages/message.ts';

// The package's own entry loads the names in every language; the codes alone are enough, Intl knows the names.
const countryCodes = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as [
  string,
  ...string[],
][];

type Choice = { code: string; name: string };

/** Regional codes that subtitles really use, beside the two-letter languages of ISO 639. */
const REGIONAL = ['pt-BR', 'zh-Hans', 'zh-Hant', 'es-419'];

/** The languages most learners look for: shown first hand, the rest on demand. */
const COMMON = new Set(
  `ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nl no pl pt pt-BR ro
   ru sv sw ta th tl tr uk ur vi zh zh-Hans zh-Hant`.split(/\s+/),
);

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

const byName = (a: Choice, b: Choice) => a.name.localeCompare(b.name, 'en');
const named = (names: Intl.DisplayNames) => (code: string) => ({ code, name: names.of(code) ?? code });

/** Intl takes Twi for Akan, of which it is a part. */
const namedApart = (choice: Choice) => (choice.code === 'tw' ? { ...choice, name: 'Twi' } : choice);

/** Every language of ISO 639 with a two-letter code and the regional ones, by English name; no two named alike. */
export const LANGUAGES: readonly Choice[] = [...ISO6391.getAllCodes(), ...REGIONAL]
  .map(named(languageNames))
  .map(namedApart)
  .sort(byName);

export const COMMON_LANGUAGES: readonly Choice[] = LANGUAGES.filter(({ code }) => COMMON.has(code));

/** Every country of ISO 3166-1, by English name. */
export const COUNTRIES: readonly Choice[] = countryCodes
  .map(([alpha2]) => alpha2)
  .map(named(regionNames))
  .sort(byName);

const codesByLowerCase = new Map(LANGUAGES.map(({ code }) => [code.toLowerCase(), code]));
const namesByCode = new Map(LANGUAGES.map(({ code, name }) => [code, name]));
const countryCodesKnown = new Set(COUNTRIES.map(({ code }) => code));

/** The English name of a language, else its code in capitals. */
export const languageName = (code: string): string => namesByCode.get(code) ?? code.toUpperCase();

/** The language that a field names, as this product writes it (`PT-br` → `pt-BR`). Throws a 400 on the field when it is not a known one. */
export function readLanguage(field: string, code: string): string {
  const known = codesByLowerCase.get(code.toLowerCase());
  if (!known) throw badField(field, message('input.language', { code }));
  return known;
}

/** The country that a field names, null for none. Throws a 400 on the field when it is not a known one. */
export function readCountry(field: string, code: string | null | undefined): string | null {
  if (!code) return null;
  const known = code.toUpperCase();
  if (!countryCodesKnown.has(known)) throw badField(field, message('input.country', { code }));
  return known;
}
