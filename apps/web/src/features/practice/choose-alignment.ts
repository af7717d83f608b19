import type { subtitles } from '@sayback/contract';

type Target = Pick<subtitles.Subtitle, 'language' | 'alignment_id'>;

const primary = (language: string) => language.toLowerCase().split('-')[0];

/** What somebody reads who hasn't said what the native language is: that of the interface, then the browser's. */
const readHere = () => [document.documentElement.lang, ...navigator.languages];

/**
 * The translation that a learner gets: into the language that they chose last, else into their native one (or what is read
 * here) or another form of it (`pt-BR` for `pt`, and back), else the newest. Undefined when nothing is aligned.
 */
export function chooseAlignment<T extends Target>(
  targets: readonly T[],
  wish: { chosen: string | null; nativeLanguage: string | null; latest: number | null; read?: string[] },
): T | undefined {
  const { chosen, nativeLanguage, latest, read = readHere() } = wish;
  const aligned = targets.filter(({ alignment_id }) => alignment_id !== null);
  const into = (wanted: string) =>
    aligned.find(({ language }) => language === wanted) ??
    aligned.find(({ language }) => primary(language) === primary(wanted));
  const wanted = nativeLanguage === null ? read : [nativeLanguage];
  return (
    aligned.find(({ language }) => language === chosen) ??
    wanted.map(into).find((target) => target !== undefined) ??
    aligned.find(({ alignment_id }) => alignment_id === latest) ??
    aligned[0]
  );
}
