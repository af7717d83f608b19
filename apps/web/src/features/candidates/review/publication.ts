import type { candidates } from '@sayback/contract';
import { languageOfKey } from '../versions/language-of-key.ts';

export type Publishable = { key: string; language: string; isAuto: boolean };

const getBase = (language: string) => language.split('-')[0] ?? language;

/** Returns the downloaded versions of a candidate, with their languages. */
export function findPublishable(
  candidate: candidates.CandidateDetail,
  languages: readonly string[],
): Publishable[] {
  return Object.keys(candidate.downloaded_subtitles).map((key) => {
    const available = candidate.available_subtitles.find(({ version_key }) => version_key === key);
    const isAuto = available ? available.kind === 'auto' : /-auto(-|$)/.test(key);
    return { key, language: languageOfKey(key, languages), isAuto };
  });
}

/** Returns the most likely original: in the candidate's language, manual rather than automatic. */
export function likelyOriginal(versions: readonly Publishable[], language: string): string | null {
  const worth = (version: Publishable) =>
    (version.language === language ? 4 : getBase(version.language) === getBase(language) ? 2 : 0) +
    (version.isAuto ? 0 : 1);
  return [...versions].sort((a, b) => worth(b) - worth(a))[0]?.key ?? null;
}

/** Returns the versions that may be translations of an original: those in other languages. */
export function targetsFor(versions: readonly Publishable[], original: string | null): Publishable[] {
  const language = versions.find(({ key }) => key === original)?.language;
  return versions.filter((version) => version.language !== language);
}

/** Toggles a translation. A video has one per language: selecting one deselects another. */
export function chooseTarget(
  versions: readonly Publishable[],
  chosen: readonly string[],
  key: string,
  isChosen: boolean,
): string[] {
  const getLanguage = (of: string) => versions.find((version) => version.key === of)?.language;
  if (!isChosen) return chosen.filter((other) => other !== key);
  return [...chosen.filter((other) => getLanguage(other) !== getLanguage(key)), key];
}

/** Returns the preselected translations: one per language, manual rather than automatic. */
export function likelyTargets(versions: readonly Publishable[], original: string | null): string[] {
  const targets = targetsFor(versions, original);
  const sorted = [...targets].sort((a, b) => Number(b.isAuto) - Number(a.isAuto));
  return sorted.reduce<string[]>((chosen, { key }) => chooseTarget(versions, chosen, key, true), []);
}
