import type { subtitles } from '@sayback/contract';

type LanguageName = (code: string) => string;
type Choice = { code: string; name: string };

/** Sorts subtitles by language name in the interface's language, with the original first. */
export const sortSubtitles = (
  list: readonly subtitles.Subtitle[],
  languageName: LanguageName,
): subtitles.Subtitle[] =>
  [...list].sort(
    (a, b) =>
      Number(b.is_original) - Number(a.is_original) ||
      languageName(a.language).localeCompare(languageName(b.language)),
  );

/** Returns the languages to choose from; `original`, if its subtitle is still missing, comes first. */
export function withOriginalFirst(languages: readonly Choice[], original: Choice | null): readonly Choice[] {
  if (!original) return languages;
  return [original, ...languages.filter(({ code }) => code !== original.code)];
}
