import type { GradedToken } from '@sayback/grading';

/** The word of a line that a hint shows, its index among the words, and the number of letters shown. */
export type TypingHint = { at: number; word: string; letters: number };

/** Returns the length of the common prefix of two words. */
function sharedLetters(word: string, other: string): number {
  const letters = [...word.toLowerCase()];
  const others = [...other.toLowerCase()];
  const differs = letters.findIndex((letter, at) => letter !== others[at]);
  return differs < 0 ? letters.length : differs;
}

/**
 * Shows one more letter of the first word that isn't right yet: more than the hint before, and more than the learner has typed of
 * it. Null if all words are right.
 */
export function nextHint(
  tokens: readonly GradedToken[],
  typed: string,
  before: TypingHint | null,
): TypingHint | null {
  const words = tokens.filter(({ expected }) => expected !== '');
  const at = words.findIndex(({ level }) => level !== 'right');
  const token = words[at];
  if (!token) return null;
  const lastTyped = typed.trim().split(/\s+/u).at(-1) ?? '';
  const shown = before?.at === at ? before.letters : 0;
  const known = Math.max(
    shown,
    sharedLetters(token.expected, token.typed),
    sharedLetters(token.expected, lastTyped),
  );
  return { at, word: token.expected, letters: Math.min([...token.expected].length, known + 1) };
}

/** Returns the hint's letters, with a dot for each hidden one. */
export function hintText({ word, letters }: TypingHint): string {
  const all = [...word];
  return all.slice(0, letters).join('') + '·'.repeat(all.length - letters);
}
