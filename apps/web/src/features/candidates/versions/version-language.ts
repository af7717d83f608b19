import { readVersionKey } from '@sayback/subtitles';

/** Returns a language code without its region or script. */
export const baseLanguage = (code: string) => code.split('-')[0] ?? code;

/** Returns the language at the start of a version key, such as `pt-BR` for `pt-BR-auto`; the whole key if no language matches. */
export const versionLanguage = (key: string, languages: readonly string[]): string =>
  readVersionKey(key, languages)?.language ?? key;
