import { PLAIN_TIMES_LENGTH, readPlainTimes } from '../cues/cue-times.ts';

/**
 * Kind of a line in a SubRip file: a cue's times, malformed times, or text. `rest` is the text after the times; `settings` are
 * the coordinates after the times.
 */
export type LineKind =
  | { kind: 'timing'; start: number; end: number; negative: boolean; rest: string; settings: string }
  | { kind: 'broken' }
  | { kind: 'text' };

// Hours are optional, but then a fraction is required. Parts can have one digit, and any common separator can precede the
// fraction. NFKC converts full-width characters.
const TIME = String.raw`(-?)(?:(\d{1,4}) ?[:;] ?)?(\d{1,2}) ?[:;] ?(\d{1,2})(?: ?[.,:;。] ?(\d{1,9}))?`;
// Times can follow an index on the same line.
const TIMING = new RegExp(String.raw`^(?:#?\d{1,9}[.):]? +)?${TIME} *[-–—−][-–—− ]*> *${TIME}(?:\s+(.*))?$`);
const BROKEN = /^\W*\d+ ?: ?\d.*-- ?>|-- ?> *\d+ ?: ?\d+ ?: ?\d/;
// SubRip's positions ("X1:40 X2:600 …") and WebVTT settings left by a conversion.
const POSITIONS = /^[\w-]+:[\w.,%-]+(?:\s+[\w-]+:[\w.,%-]+)*$/;

// Maximum length of a line with times, since the patterns above are too slow for long lines.
const MAX_LINE_LENGTH = 500;

const COMMA = 44;
const TEXT: LineKind = { kind: 'text' };

/** Classifies a line without tags. Times are in milliseconds; fractions are decimal ('1,5' is 1500 ms). */
export function classifyLine(line: string): LineKind {
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
  if (line.length > MAX_LINE_LENGTH || (!line.includes('>') && !line.includes('＞'))) return TEXT;
  const plain = normaliseCharacters(line).trim();
  // Tries the original line first, so that text after the times isn't altered.
  const match = TIMING.exec(line.trim()) ?? TIMING.exec(plain);
  if (match) {
    const start = toMilliseconds(match.slice(2, 6));
    const end = toMilliseconds(match.slice(7, 11));
    if (start !== null && end !== null) {
      const textAfter = match[11] ?? '';
      const hasCoordinates = POSITIONS.test(textAfter);
      return {
        kind: 'timing',
        start: match[1] ? 0 : start,
        end: match[6] ? 0 : end,
        negative: match[1] === '-' || match[6] === '-',
        rest: hasCoordinates ? '' : replaceArrow(textAfter),
        settings: hasCoordinates ? textAfter : '',
      };
    }
  }
  return BROKEN.test(plain) ? { kind: 'broken' } : TEXT;
}

// Invisible characters that editors and copying leave between digits: zero-width characters, direction marks, NUL (already
// replaced with U+FFFD), byte order marks.
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFD]/g;

/** Converts digits, punctuation and spaces to ASCII, and removes invisible characters. */
export function normaliseCharacters(line: string): string {
  return line
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\s/g, ' ')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Replaces the arrow in a line of text that would be read as times. */
export function replaceArrow(line: string): string {
  return classifyLine(line).kind === 'text' ? line : line.replace(/[-–— ]{0,20}[>＞] */g, ' → ').trim();
}

function toMilliseconds([hours, minutes, seconds, fraction]: (string | undefined)[]): number | null {
  if (hours === undefined && fraction === undefined) return null;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
}
