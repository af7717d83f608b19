import { parsePosition } from '@sayback/contract/position';
import { countCharacters } from './character-count.ts';
import { check, type WarningKind } from './check.ts';
import { doNamesDiffer } from './names.ts';

export type LessonSegment = {
  start: number;
  end: number;
  original: string;
  target: string;
  mismatch: boolean;
  /** True if the translation is from a service or the translation memory, and nobody has accepted it. */
  unreviewed: boolean;
};

/** Problems that affect learners, in display order. */
export const LESSON_FAULTS = [
  'no-original',
  'no-translation',
  'mismatch',
  'not-reviewed',
  'numbers-differ',
  'names-differ',
  'too-short',
  'too-long',
  'overlap',
  'too-fast',
] as const;
export type LessonFault = (typeof LESSON_FAULTS)[number];

/** Problems reported before publishing. Excludes reading speed, since learners pause after each line. */
export type PublishFault = Exclude<LessonFault, 'too-fast'>;

/** Severity. `broken`: can't be practised; `doubtful`: may be wrong; `style`: harder to read than necessary. */
export type FaultWeight = 'broken' | 'doubtful' | 'style';

const WEIGHTS: Record<PublishFault, FaultWeight> = {
  'no-original': 'broken',
  'no-translation': 'broken',
  overlap: 'broken',
  mismatch: 'doubtful',
  'not-reviewed': 'doubtful',
  'numbers-differ': 'doubtful',
  'names-differ': 'doubtful',
  'too-short': 'style',
  'too-long': 'style',
};

/** `lines` is the number of segments with an original text; `faults` maps each fault that occurs to its number of segments. */
export type LessonReport = {
  lines: number;
  faults: { kind: PublishFault; weight: FaultWeight; count: number }[];
};

const isDigit = (code: number) => code > 0 && /\p{Nd}/u.test(String.fromCodePoint(code));

/** Converts a digit of any script to ASCII. In every script, the digits 0 to 9 are contiguous. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

const GROUP_MARK = /(\d)[.,'’\s](?=\d{3}(?!\d))/g;

/** Returns the numbers in a text, sorted: 1,000, 1.000 and 1000 are equal, and so are 2.5 and 2,5. */
function findNumbers(text: string): string[] {
  const ascii = text.replace(/\p{Nd}/gu, asciiDigit).replace(GROUP_MARK, '$1');
  return (ascii.match(/\d+/g) ?? []).sort();
}

/** Returns false for small numbers, which are often written as words in one of the languages. */
const isUsuallyDigits = (number: string) => number.length > 2;

function doNumbersDiffer({ original, target }: LessonSegment): boolean {
  if (original.trim() === '' || target.trim() === '') return false;
  const [originalNumbers, targetNumbers] = [findNumbers(original), findNumbers(target)];
  if (originalNumbers.length > 0 && targetNumbers.length > 0)
    return originalNumbers.join() !== targetNumbers.join();
  return [...originalNumbers, ...targetNumbers].some(isUsuallyDigits);
}

/**
 * Maximum reading speed of adults in characters per second, from Netflix's Timed Text Style Guides
 * (https://partnerhelp.netflixstudios.com): 20 in English, 17 in most languages. The limits of languages with full-width
 * characters are doubled, since such a character counts twice (see {@link countCharacters}).
 */
const READING_SPEEDS: Record<string, number> = { en: 20, ja: 2 * 4, ko: 2 * 12, zh: 2 * 9 };
const DEFAULT_READING_SPEED = 17;

const findMaxReadingSpeed = (language: string) =>
  READING_SPEEDS[language.split('-')[0] ?? ''] ?? DEFAULT_READING_SPEED;

const isEmpty = (text: string) => text.trim() === '';

type WireSegment = {
  start_time: string;
  end_time: string;
  text_original: string;
  text_target: string;
  mismatch: boolean;
  origin: string;
  approved: boolean;
};

export const toLessonSegment = (segment: WireSegment): LessonSegment => ({
  start: parsePosition(segment.start_time) ?? 0,
  end: parsePosition(segment.end_time) ?? 0,
  original: segment.text_original,
  target: segment.text_target,
  mismatch: segment.mismatch,
  unreviewed:
    segment.origin !== 'file' &&
    segment.origin !== 'person' &&
    !segment.approved &&
    !isEmpty(segment.text_target),
});

/** Returns the zero-based positions of the segments with each fault. `language` is the translation's, for its reading speed. */
export function findFaults(
  segments: readonly LessonSegment[],
  language: string,
): ReadonlyMap<LessonFault, readonly number[]> {
  const maxSpeed = findMaxReadingSpeed(language);
  const positions = new Map<LessonFault | WarningKind, number[]>(LESSON_FAULTS.map((kind) => [kind, []]));
  for (const [position, segment] of segments.entries()) {
    const add = (kind: LessonFault) => positions.get(kind)?.push(position);
    if (isEmpty(segment.original)) add('no-original');
    if (isEmpty(segment.target)) add('no-translation');
    if (segment.mismatch) add('mismatch');
    if (segment.unreviewed) add('not-reviewed');
    if (doNumbersDiffer(segment)) add('numbers-differ');
    if (doNamesDiffer(segment.original, segment.target)) add('names-differ');
    const seconds = (segment.end - segment.start) / 1000;
    if (seconds > 0 && countCharacters(segment.target) / seconds > maxSpeed) add('too-fast');
  }
  const times = segments.map(({ start, end }, at) => ({ index: at + 1, start, end, text: '' }));
  for (const { kind, index } of check(times)) positions.get(kind)?.push(index - 1);
  return positions as ReadonlyMap<LessonFault, readonly number[]>;
}

/** Counts the faults of {@link findFaults} in an alignment, before it is published. */
export function checkLesson(segments: readonly LessonSegment[], language: string): LessonReport {
  const positionsByFault = findFaults(segments, language);
  const faults = LESSON_FAULTS.filter((kind) => kind !== 'too-fast').map((kind) => ({
    kind,
    weight: WEIGHTS[kind],
    count: positionsByFault.get(kind)?.length ?? 0,
  }));
  return {
    lines: segments.length - (positionsByFault.get('no-original')?.length ?? 0),
    faults: faults.filter(({ count }) => count > 0),
  };
}
