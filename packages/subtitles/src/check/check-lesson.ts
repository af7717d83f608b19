import { check, type WarningKind } from './check.ts';

/** A segment of an alignment; times in milliseconds. */
export type LessonSegment = {
  start: number;
  end: number;
  original: string;
  target: string;
  mismatch: boolean;
};

/** What a learner would stumble over, in the order in which it is shown. */
const LESSON_FAULTS = [
  'no-original',
  'no-translation',
  'mismatch',
  'numbers-differ',
  'too-short',
  'too-long',
  'overlap',
] as const;
export type LessonFault = (typeof LESSON_FAULTS)[number];

/** `lines` is how many segments have a text to say, `faults` how many have each fault; those that none has are left out. */
export type LessonReport = { lines: number; faults: { kind: LessonFault; count: number }[] };

const isDigit = (code: number) => code > 0 && /\p{Nd}/u.test(String.fromCodePoint(code));

/** Digits of any script as ASCII: each script has them in a row from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

const GROUP_MARK = /(\d)[.,'’\s](?=\d{3}(?!\d))/g;

/** The numbers of a text, sorted: 1,000 and 1.000 and 1000 are the same, and 2.5 and 2,5 too. */
function numbersOf(text: string): string[] {
  const ascii = text.replace(/\p{Nd}/gu, asciiDigit).replace(GROUP_MARK, '$1');
  return (ascii.match(/\d+/g) ?? []).sort();
}

/** Small numbers are often written as words in one of the languages. */
const isTooLongForWords = (number: string) => number.length > 2;

function numbersDiffer({ original, target }: LessonSegment): boolean {
  if (original.trim() === '' || target.trim() === '') return false;
  const [said, translated] = [numbersOf(original), numbersOf(target)];
  if (said.length > 0 && translated.length > 0) return said.join() !== translated.join();
  return [...said, ...translated].some(isTooLongForWords);
}

const isEmpty = (text: string) => text.trim() === '';

/** Checks an alignment before it is published. */
export function checkLesson(segments: readonly LessonSegment[]): LessonReport {
  const counts = new Map<LessonFault | WarningKind, number>();
  const add = (kind: LessonFault | WarningKind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  let lines = 0;
  for (const segment of segments) {
    if (isEmpty(segment.original)) add('no-original');
    else lines += 1;
    if (isEmpty(segment.target)) add('no-translation');
    if (segment.mismatch) add('mismatch');
    if (numbersDiffer(segment)) add('numbers-differ');
  }
  // Only the times are checked: the speed of reading says little about a line that is heard.
  const times = segments.map(({ start, end }, at) => ({ index: at + 1, start, end, text: '' }));
  for (const { kind } of check(times)) add(kind);
  const faults = LESSON_FAULTS.map((kind) => ({ kind, count: counts.get(kind) ?? 0 }));
  return { lines, faults: faults.filter(({ count }) => count > 0) };
}
