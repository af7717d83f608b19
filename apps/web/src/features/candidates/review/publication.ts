import type { candidates } from '@sayback/contract';
import { baseLanguage, versionLanguage } from '../versions/version-language.ts';

export type Publishable = { key: string; language: string; isAuto: boolean };

/** Returns the downloaded versions of a candidate, with their languages. */
export function findPublishable(
  candidate: candidates.CandidateDetail,
  languages: readonly string[],
): Publishable[] {
  return Object.keys(candidate.downloaded_subtitles).map((key) => {
    const available = candidate.available_subtitles.find(({ version_key }) => version_key === key);
    const isAuto = available ? available.kind === 'auto' : /-auto(-|$)/.test(key);
    return { key, language: versionLanguage(key, languages), isAuto };
  });
}

/** Returns the most likely original: in the candidate's language, manual rather than automatic. */
export function likelyOriginal(versions: readonly Publishable[], language: string): string | null {
  const score = (version: Publishable) =>
    (version.language === language ? 4 : baseLanguage(version.language) === baseLanguage(language) ? 2 : 0) +
    (version.isAuto ? 0 : 1);
  return [...versions].sort((a, b) => score(b) - score(a))[0]?.key ?? null;
}

/** Returns the versions that can be translations of an original: those in other languages. */
export function possibleTargets(versions: readonly Publishable[], original: string | null): Publishable[] {
  const language = versions.find(({ key }) => key === original)?.language;
  return versions.filter((version) => version.language !== language);
}

/** Toggles a translation. A video has one per language: selecting it deselects the others of its language. */
export function toggleTarget(
  versions: readonly Publishable[],
  selected: readonly string[],
  key: string,
  isSelected: boolean,
): string[] {
  const languageFor = (versionKey: string) =>
    versions.find((version) => version.key === versionKey)?.language;
  if (!isSelected) return selected.filter((selectedKey) => selectedKey !== key);
  return [...selected.filter((selectedKey) => languageFor(selectedKey) !== languageFor(key)), key];
}

/** Returns the preselected translations: one per language, manual rather than automatic. */
export function likelyTargets(versions: readonly Publishable[], original: string | null): string[] {
  const targets = possibleTargets(versions, original);
  const sorted = [...targets].sort((a, b) => Number(b.isAuto) - Number(a.isAuto));
  return sorted.reduce<string[]>((selected, { key }) => toggleTarget(versions, selected, key, true), []);
}
