import { readVersionKey } from '@sayback/subtitles';

/** The language that a version key begins with: `pt-BR` of `pt-BR-auto`. The whole key where no language is known in it. */
export const languageOfKey = (key: string, known: readonly string[]): string =>
  readVersionKey(key, known)?.language ?? key;
