import type { practice } from '@sayback/contract';
import type { Grade, GradedToken, TokenLevel } from '@sayback/grading';

/** A part of a line in its original form; `isAsked`: the learner writes it. */
export type Piece = { text: string; isAsked: boolean };

/** A written line: the worst verdict of its parts, and the tokens of each part that was asked for. */
export type CheckedLine = {
  verdict: practice.Verdict;
  tokens: readonly (readonly GradedToken[])[];
  /** Number of correct words, of those to be written. */
  right: number;
  count: number;
};

const WORST_LAST: readonly practice.Verdict[] = ['right', 'accent', 'typo', 'wrong'];

/** Sums up the grades of a line's written parts. A speaker's name that wasn't typed doesn't count as a missing word. */
export function sumUp(grades: readonly Grade[]): CheckedLine {
  const words = grades.flatMap(({ tokens }) =>
    tokens.filter(({ expected, typed, level }) => expected !== '' && !(level === 'right' && typed === '')),
  );
  const worst = Math.max(0, ...grades.map(({ verdict }) => WORST_LAST.indexOf(verdict)));
  return {
    verdict: WORST_LAST[worst] ?? 'wrong',
    tokens: grades.map(({ tokens }) => tokens),
    right: words.filter(({ level }) => level === 'right').length,
    count: words.length,
  };
}

/** A run of a checked line; between tokens it is the line's own text, and correct. */
export type Stretch = { level: TokenLevel; expected: string; typed: string };

/** Puts the line's own punctuation and spaces around its tokens; consecutive characters of one level form one run. */
export function stretchesOf(text: string, tokens: readonly GradedToken[]): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (next: Stretch) => {
    const last = stretches.at(-1);
    if (last?.level !== next.level) return void stretches.push({ ...next });
    last.expected += next.expected;
    last.typed += next.level === 'extra' && last.typed !== '' ? ` ${next.typed}` : next.typed;
  };
  let from = 0;
  for (const { level, expected, typed } of tokens) {
    const at = expected === '' ? from : text.indexOf(expected, from);
    if (at > from) add({ level: 'right', expected: text.slice(from, at), typed: '' });
    add({ level, expected, typed: level === 'right' ? '' : typed });
    from = Math.max(from, at + expected.length);
  }
  if (from < text.length) add({ level: 'right', expected: text.slice(from), typed: '' });
  return stretches;
}

/** Caps the grade of a line that was written with hints. */
export const withHints = (grade: practice.Grade, hintCount: number): practice.Grade =>
  grade === 'good' && hintCount > 0 ? 'hard' : grade;
