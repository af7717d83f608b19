import type { subtitles } from '@sayback/contract';

type Target = Pick<subtitles.Subtitle, 'language' | 'alignment_id'>;

const primary = (language: string) => language.toLowerCase().split('-')[0];

/**
 * The translation that a learner gets: into the language that they chose last, else into their native one, else into
 * another form of that (`pt-BR` for `pt`, and back), else the newest. Undefined when nothing is aligned.
 */
export function chooseAlignment<T extends Target>(
  targets: readonly T[],
  wish: { chosen: string | null; nativeLanguage: string | null; latest: number | null },
): T | undefined {
  const { chosen, nativeLanguage, latest } = wish;
  const aligned = targets.filter(({ alignment_id }) => alignment_id !== null);
  return (
    aligned.find(({ language }) => language === chosen) ??
    aligned.find(({ language }) => language === nativeLanguage) ??
    aligned.find(
      ({ language }) => nativeLanguage !== null && primary(language) === primary(nativeLanguage),
    ) ??
    aligned.find(({ alignment_id }) => alignment_id === latest) ??
    aligned[0]
  );
}
