import { PLAIN_TIMES_LENGTH, readPlainTimes } from '../cues/cue-times.ts';

/**
 * Kind of a line in a SubRip file: a cue's times, an attempt at them, or text. `rest` is text after the times, `settings`
 * coordinates there.
 */
export type LineKind =
  | { kind: 'timing'; start: number; end: number; negative: boolean; rest: string; settings: string }
  | { kind: 'broken' }
  | { kind: 'text' };

// Hours may be absent (then a fraction must be there), parts may have one digit, and any usual sign may stand
// before the fraction. Full-width digits and signs are plain ones after NFKC.
const TIME = String.raw`(-?)(?:(\d{1,4}) ?[:;] ?)?(\d{1,2}) ?[:;] ?(\d{1,2})(?: ?[.,:;。] ?(\d{1,9}))?`;
// An index may be glued to its times.
const TIMING = new RegExp(String.raw`^(?:#?\d{1,9}[.):]? +)?${TIME} *[-–—][-–— ]*> *${TIME}(?:\s+(.*))?$`);
const BROKEN = /^\W*\d+ ?: ?\d.*-- ?>|-- ?> *\d+ ?: ?\d+ ?: ?\d/;
// Positions of SubRip ("X1:40 X2:600 …") and settings of WebVTT that a conversion left behind.
const POSITIONS = /^[\w-]+:[\w.,%-]+(?:\s+[\w-]+:[\w.,%-]+)*$/;

// No line with times is longer, and on endless ones the patterns above would take forever.
const LONGEST_LINE = 500;

const COMMA = 44;
const TEXT: LineKind = { kind: 'text' };

/** Judges one line, tags removed. Times are milliseconds; a fraction is decimal ('1,5' is 1500 ms). */
export function judgeLine(line: string): LineKind {
  if (line.length === PLAIN_TIMES_LENGTH) {
    const times = readPlainTimes(line, COMMA);
    if (times) {
      return {
        kind: 'timing',
        start: times.start,
        end: times.end,
        negative: false,
        rest: '',
        settings: '',
      };
    }
  }
  if (line.length > LONGEST_LINE || (!line.includes('>') && !line.includes('＞'))) return TEXT;
  const plain = plainSigns(line).trim();
  // As it is first, so that text behind the times isn't changed.
  const match = TIMING.exec(line.trim()) ?? TIMING.exec(plain);
  if (match) {
    const start = milliseconds(match.slice(2, 6));
    const end = milliseconds(match.slice(7, 11));
    if (start !== null && end !== null) {
      const behind = match[11] ?? '';
      const hasCoordinates = POSITIONS.test(behind);
      return {
        kind: 'timing',
        start: match[1] ? 0 : start,
        end: match[6] ? 0 : end,
        negative: match[1] === '-' || match[6] === '-',
        rest: hasCoordinates ? '' : asText(behind),
        settings: hasCoordinates ? behind : '',
      };
    }
  }
  return BROKEN.test(plain) ? { kind: 'broken' } : TEXT;
}

// Invisible characters that editors and copying leave between digits: zero width, direction marks, NUL (by now U+FFFD),
// byte order marks.
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFD]/g;

/** The line with plain digits and signs, without what can't be seen. */
export function plainSigns(line: string): string {
  return line
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** A line of text that can't be taken for times: its arrow is replaced where it would be. */
export function asText(line: string): string {
  return judgeLine(line).kind === 'text' ? line : line.replace(/[-–— ]{0,20}[>＞] */g, ' → ').trim();
}

function milliseconds([hours, minutes, seconds, fraction]: (string | undefined)[]): number | null {
  if (hours === undefined && fraction === undefined) return null;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
}
