import { readVersionKey } from '@sayback/subtitles';

/** The language that a version key begins with: `pt-BR` of `pt-BR-auto`. The whole key where it has none of the languages. */
export const languageOfKey = (key: string, languages: readonly string[]): string =>
  readVersionKey(key, languages)?.language ?? key;
