import type { GradedToken } from '@sayback/grading';

/** A hint that shows the first letters of a word. */
export type TypingHint = { wordIndex: number; word: string; letters: number };

/** Returns the length of the common prefix of two words. */
function countSharedLetters(word: string, other: string): number {
  const letters = [...word.toLowerCase()];
  const otherLetters = [...other.toLowerCase()];
  const difference = letters.findIndex((letter, index) => letter !== otherLetters[index]);
  return difference < 0 ? letters.length : difference;
}

/**
 * Returns a hint with one more letter of the first wrong word than the previous hint had, or than the learner has typed. Null if
 * all words are right.
 */
export function findNextHint(
  tokens: readonly GradedToken[],
  typed: string,
  previous: TypingHint | null,
): TypingHint | null {
  const words = tokens.filter(({ expected }) => expected !== '');
  const wordIndex = words.findIndex(({ level }) => level !== 'right');
  const token = words[wordIndex];
  if (!token) return null;
  const lastTyped = typed.trim().split(/\s+/u).at(-1) ?? '';
  const shown = previous?.wordIndex === wordIndex ? previous.letters : 0;
  const known = Math.max(
    shown,
    countSharedLetters(token.expected, token.typed),
    countSharedLetters(token.expected, lastTyped),
  );
  return { wordIndex, word: token.expected, letters: Math.min([...token.expected].length, known + 1) };
}

/** Formats a hint: its letters, and a dot for each hidden one. */
export function formatHint({ word, letters }: TypingHint): string {
  const wordLetters = [...word];
  return wordLetters.slice(0, letters).join('') + '·'.repeat(wordLetters.length - letters);
}
