import type { practice } from '@sayback/contract';
import type { Grade, GradedToken, TokenLevel } from '@sayback/grading';

/** A part of a line in its original form; `isField`: the learner writes it. */
export type Piece = { text: string; isField: boolean };

/** A checked line: the worst verdict of its fields, and the tokens of each field. */
export type CheckedLine = {
  verdict: practice.Verdict;
  tokens: readonly (readonly GradedToken[])[];
  /** Number of correct words, and of all words to write. */
  right: number;
  count: number;
};

const BEST_TO_WORST: readonly practice.Verdict[] = ['right', 'accent', 'typo', 'wrong'];

/** Summarizes the grades of a line's fields. The name of a speaker needn't be typed. */
export function summarizeGrades(grades: readonly Grade[]): CheckedLine {
  const words = grades.flatMap(({ tokens }) =>
    tokens.filter(({ expected, typed, level }) => expected !== '' && !(level === 'right' && typed === '')),
  );
  const worst = Math.max(0, ...grades.map(({ verdict }) => BEST_TO_WORST.indexOf(verdict)));
  return {
    verdict: BEST_TO_WORST[worst] ?? 'wrong',
    tokens: grades.map(({ tokens }) => tokens),
    right: words.filter(({ level }) => level === 'right').length,
    count: words.length,
  };
}

/** A run of a checked line. Text between tokens counts as right. */
export type Run = { level: TokenLevel; expected: string; typed: string };

/** Divides a text into runs: its tokens, joined while the level is the same, and the punctuation and spaces in between. */
export function divideIntoRuns(text: string, tokens: readonly GradedToken[]): Run[] {
  const runs: Run[] = [];
  const add = (next: Run) => {
    const last = runs.at(-1);
    if (last?.level !== next.level) return void runs.push({ ...next });
    last.expected += next.expected;
    last.typed += next.level === 'extra' && last.typed !== '' ? ` ${next.typed}` : next.typed;
  };
  let from = 0;
  for (const { level, expected, typed, start: tokenStart } of tokens) {
    // An extra word follows the word before it, without the punctuation in between.
    const start = expected === '' ? from : tokenStart;
    if (start > from) add({ level: 'right', expected: text.slice(from, start), typed: '' });
    add({ level, expected, typed: level === 'right' ? '' : typed });
    from = start + expected.length;
  }
  if (from < text.length) add({ level: 'right', expected: text.slice(from), typed: '' });
  return runs;
}

/** Caps the grade of a line that was written with hints. */
export const capGrade = (grade: practice.Grade, hintCount: number): practice.Grade =>
  grade === 'good' && hintCount > 0 ? 'hard' : grade;
