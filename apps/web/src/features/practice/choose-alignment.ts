import type { subtitles } from '@sayback/contract';

type Target = Pick<subtitles.Subtitle, 'language' | 'alignment_id'>;

const primary = (language: string) => language.toLowerCase().split('-')[0];

/**
 * The translation that a learner gets: the one chosen, else into the native language, else into another form of it
 * (`pt-BR` for `pt`, and back), else the newest. Undefined when nothing is aligned.
 */
export function chooseAlignment<T extends Target>(
  targets: readonly T[],
  wish: { chosen: number | null; nativeLanguage: string | null; latest: number | null },
): T | undefined {
  const { chosen, nativeLanguage, latest } = wish;
  const aligned = targets.filter(({ alignment_id }) => alignment_id !== null);
  return (
    aligned.find(({ alignment_id }) => alignment_id === chosen) ??
    aligned.find(({ language }) => language === nativeLanguage) ??
    aligned.find(
      ({ language }) => nativeLanguage !== null && primary(language) === primary(nativeLanguage),
    ) ??
    aligned.find(({ alignment_id }) => alignment_id === latest) ??
    aligned[0]
  );
}
