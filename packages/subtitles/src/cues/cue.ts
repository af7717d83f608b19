import type { Problem } from './problem.ts';

/** The formats that are written; more can be read (see `formats.ts`). */
export type WrittenFormat = 'srt' | 'vtt' | 'ass' | 'ttml';

export const writtenFormats = ['srt', 'vtt', 'ass', 'ttml'] as const satisfies WrittenFormat[];

/**
 * Parts of a cue beyond its times and plain text, in the notation of `format`. `payload` is the text with its tags, if
 * there are any; `settings` follows the times (WebVTT's settings, SubRip's coordinates), `identifier` is the line above
 * them (WebVTT).
 */
export type Markup = { format: 'srt' | 'vtt'; payload?: string; settings?: string; identifier?: string };

/**
 * One timed line of a subtitle file. `start` and `end` are whole milliseconds, `index` is the 1-based position. `markup`
 * is kept for writing: where its payload doesn't read as `text` any more, the text was edited and is what counts.
 */
export type Cue = { index: number; start: number; end: number; text: string; markup?: Markup };

/** A WebVTT note, style sheet or region, verbatim. `before` is the number of cues above it. */
export type Block = { before: number; text: string };

/**
 * Result of a reader. WebVTT's `header` (its first lines, if they hold more than the signature) and `blocks` are kept for
 * writing.
 */
export type Reading = { cues: Cue[]; problems: Problem[]; header?: string; blocks?: Block[] };

/** Input of a writer: cues, or a whole reading. `language` is the BCP 47 tag of the texts, for formats that say it. */
export type Writable =
  | readonly Cue[]
  | { cues: readonly Cue[]; header?: string; blocks?: readonly Block[]; language?: string };

export function cuesOf(writable: Writable): readonly Cue[] {
  return 'cues' in writable ? writable.cues : writable;
}

/**
 * The most characters (UTF-16 units) of a cue that can be practised: some twenty times what anyone can read in the time. The
 * aligner joins up to four cues, and what it makes has to stay within what may be typed into one field: 10,000.
 */
export const LONGEST_CUE = 2000;

/** Texts without blanks around their lines and blank lines around them. */
export function tidyLines(text: string): string {
  const tidy = text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  return withoutOuterBlankLines(tidy);
}

const LINE_FEED = 10;

/** A pattern for both ends would take the square of the length. */
export function withoutOuterBlankLines(text: string): string {
  let from = 0;
  let to = text.length;
  while (text.charCodeAt(from) === LINE_FEED) from += 1;
  while (to > from && text.charCodeAt(to - 1) === LINE_FEED) to -= 1;
  return to - from === text.length ? text : text.slice(from, to);
}

/** More than the lines of `MOST_CUES`. */
export const MOST_LINES = 500_000;

/**
 * Splits a decoded file into lines at CRLF, LF or CR, without its byte order mark, up to one more than `MOST_LINES`. NUL and lone surrogates, which
 * neither a database nor UTF-8 can hold, become U+FFFD (as https://www.w3.org/TR/webvtt1/ does with NUL).
 */
export function splitLines(text: string): string[] {
  let plain = replaceUnstorable(text);
  if (plain.startsWith('\uFEFF')) plain = plain.slice(1);
  // Splitting at one character is several times as fast as at a pattern.
  if (plain.includes('\r')) plain = plain.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return plain.split('\n', MOST_LINES + 1);
}

// biome's rule against control characters in a pattern doesn't see this form; \p{Surrogate} matches lone ones only.
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
// One look for what either could be is twice as fast as a look for each.
const SUSPECT = /[\0\uD800-\uDFFF]/;

export function replaceUnstorable(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSTORABLE, '\uFFFD') : text;
}

/** Files may have lines of megabytes. */
const LONGEST_QUOTED = 1000;

/** A line as a message shows it: on one line, cut to a readable length. */
export function quote(text: string): string {
  const line = text.slice(0, LONGEST_QUOTED).replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 130)];
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : line}”`;
}
