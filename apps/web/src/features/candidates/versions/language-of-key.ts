import { readVersionKey } from '@sayback/subtitles';

/** Returns the language at the start of a version key: `pt-BR` of `pt-BR-auto`. The whole key if none of the languages matches. */
export const languageOfKey = (key: string, languages: readonly string[]): string =>
  readVersionKey(key, languages)?.language ?? key;
