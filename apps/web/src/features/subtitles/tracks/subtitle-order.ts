import type { subtitles } from '@sayback/contract';

type LanguageName = (code: string) => string;
type Choice = { code: string; name: string };

/** Sorts the original first, then by language name in the interface's language. */
export const inListOrder = (
  list: readonly subtitles.Subtitle[],
  languageName: LanguageName,
): subtitles.Subtitle[] =>
  [...list].sort(
    (a, b) =>
      Number(b.is_original) - Number(a.is_original) ||
      languageName(a.language).localeCompare(languageName(b.language)),
  );

/** Returns the languages to choose from: the original first while its subtitle is missing. */
export function suggestOriginal(languages: readonly Choice[], original: Choice | null): readonly Choice[] {
  if (!original) return languages;
  return [original, ...languages.filter(({ code }) => code !== original.code)];
}
