import type { subtitles } from '@sayback/contract';

type Target = Pick<subtitles.Subtitle, 'language' | 'alignment_id'>;

const primary = (language: string) => language.toLowerCase().split('-')[0];

/** Returns true if the languages are the same, or variants of one: `pt-BR` and `pt`. */
export const isSameLanguage = (a: string, b: string) => primary(a) === primary(b);

/**
 * The translation that a learner gets: into the first of the languages that they read (for each, another form of it will
 * do: `pt-BR` for `pt`, and back), else the newest. Undefined when nothing is aligned. The server chooses by the same rule.
 */
export function chooseAlignment<T extends Target>(
  targets: readonly T[],
  { read, latest }: { read: readonly string[]; latest: number | null },
): T | undefined {
  const aligned = targets.filter(({ alignment_id }) => alignment_id !== null);
  for (const preferred of read) {
    const match =
      aligned.find(({ language }) => language === preferred) ??
      aligned.find(({ language }) => isSameLanguage(language, preferred));
    if (match) return match;
  }
  return aligned.find(({ alignment_id }) => alignment_id === latest) ?? aligned[0];
}
