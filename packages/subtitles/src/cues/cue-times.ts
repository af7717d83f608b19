import { formatPosition } from '@sayback/contract/position';

const ZERO = 48;
const COLON = 58;
const SEPARATOR = ' --> ';
const CLOCK_LENGTH = '00:00:00.000'.length;

/** Length of the two times that {@link readPlainTimes} reads, and start of the text after them. */
export const PLAIN_TIMES_LENGTH = 2 * CLOCK_LENGTH + SEPARATOR.length;

/**
 * Reads `00:00:01,000 --> 00:00:02,500` at the start of a line, the form of nearly all lines with times. Reads it character by
 * character, since patterns took a third of the time to read a file. `separator` is the character code before the fractions.
 * Returns milliseconds; null for any other form.
 */
export function readPlainTimes(line: string, separator: number): { start: number; end: number } | null {
  if (line.length < PLAIN_TIMES_LENGTH || !line.startsWith(SEPARATOR, CLOCK_LENGTH)) return null;
  const start = readClock(line, 0, separator);
  const end = readClock(line, CLOCK_LENGTH + SEPARATOR.length, separator);
  return start < 0 || end < 0 ? null : { start, end };
}

// Latest time, since positions have up to four digits for hours.
export const LATEST_MS = 10_000 * 3_600_000 - 1;

/**
 * Converts the parts of a time, as matched by a pattern, to milliseconds. `fraction` contains the digits after the seconds. Null
 * if the minutes or seconds exceed 59.
 */
export function clockMs(hours: string, minutes: string, seconds: string, fraction = ''): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${fraction || 0}`) * 1000);
}

/** Formats both times of a cue, with `separator` before the fractions. */
export function writeTimes(cue: { start: number; end: number }, separator: '.' | ','): string {
  const times = `${formatPosition(cue.start)} --> ${formatPosition(cue.end)}`;
  return separator === '.' ? times : times.replaceAll('.', separator);
}

function readClock(line: string, offset: number, separator: number): number {
  if (line.charCodeAt(offset + 2) !== COLON || line.charCodeAt(offset + 5) !== COLON) return -1;
  if (line.charCodeAt(offset + 8) !== separator) return -1;
  const hours = readPair(line, offset);
  const minutes = readPair(line, offset + 3);
  const seconds = readPair(line, offset + 6);
  const hundredths = readPair(line, offset + 9);
  const thousandths = line.charCodeAt(offset + 11) - ZERO;
  if (hours < 0 || minutes < 0 || seconds < 0 || hundredths < 0 || thousandths < 0 || thousandths > 9)
    return -1;
  if (minutes > 59 || seconds > 59) return -1;
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + hundredths * 10 + thousandths;
}

function readPair(line: string, offset: number): number {
  const tens = line.charCodeAt(offset) - ZERO;
  const units = line.charCodeAt(offset + 1) - ZERO;
  return tens < 0 || tens > 9 || units < 0 || units > 9 ? -1 : tens * 10 + units;
}
