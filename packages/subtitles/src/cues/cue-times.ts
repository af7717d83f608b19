import { formatPosition } from '@sayback/contract/position';

const ZERO = 48;
const COLON = 58;
const SEPARATOR = ' --> ';
const CLOCK_LENGTH = '00:00:00.000'.length;

/** Length of the two times that {@link readPlainTimes} reads; text after them starts here. */
export const PLAIN_TIMES_LENGTH = 2 * CLOCK_LENGTH + SEPARATOR.length;

/**
 * Reads `00:00:01,000 --> 00:00:02,500` at the start of a line, the form of nearly every line with times, character by
 * character: patterns took a third of a file's reading time. `sign` is the character code before the fractions. Returns
 * milliseconds; null for any other form.
 */
export function readPlainTimes(line: string, sign: number): { start: number; end: number } | null {
  if (line.length < PLAIN_TIMES_LENGTH || !line.startsWith(SEPARATOR, CLOCK_LENGTH)) return null;
  const start = readClock(line, 0, sign);
  const end = readClock(line, CLOCK_LENGTH + SEPARATOR.length, sign);
  return start < 0 || end < 0 ? null : { start, end };
}

// Positions have up to four digits of hours.
export const LATEST_MS = 10_000 * 3_600_000 - 1;

/**
 * Converts the parts of a clock, as matched by a pattern, to milliseconds; `fraction` has the digits after the seconds. Null if
 * the minutes or seconds exceed 59.
 */
export function clockMs(hours: string, minutes: string, seconds: string, fraction = ''): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${fraction || 0}`) * 1000);
}

/** Formats both times of a cue, with this character before the fractions. */
export function writeTimes(cue: { start: number; end: number }, sign: '.' | ','): string {
  const times = `${formatPosition(cue.start)} --> ${formatPosition(cue.end)}`;
  return sign === '.' ? times : times.replaceAll('.', sign);
}

function readClock(line: string, at: number, sign: number): number {
  if (line.charCodeAt(at + 2) !== COLON || line.charCodeAt(at + 5) !== COLON) return -1;
  if (line.charCodeAt(at + 8) !== sign) return -1;
  const hours = readPair(line, at);
  const minutes = readPair(line, at + 3);
  const seconds = readPair(line, at + 6);
  const high = readPair(line, at + 9);
  const low = line.charCodeAt(at + 11) - ZERO;
  // One negative part makes the whole time invalid.
  if (hours < 0 || minutes < 0 || seconds < 0 || high < 0 || low < 0 || low > 9) return -1;
  if (minutes > 59 || seconds > 59) return -1;
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + high * 10 + low;
}

function readPair(line: string, at: number): number {
  const tens = line.charCodeAt(at) - ZERO;
  const ones = line.charCodeAt(at + 1) - ZERO;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}
