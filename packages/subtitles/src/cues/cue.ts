import type { Problem } from './problem.ts';

/** The formats that can be written; more can be read (see `formats.ts`). */
export type WrittenFormat = 'srt' | 'vtt' | 'ass' | 'ttml';

export const writtenFormats = ['srt', 'vtt', 'ass', 'ttml'] as const satisfies WrittenFormat[];

/**
 * Parts of a cue beyond its times and plain text, in the notation of `format`. `payload` is the text with its tags, if
 * there are any; `settings` follows the times (WebVTT's settings, SubRip's coordinates), `identifier` is the line above
 * them (WebVTT).
 */
export type Markup = { format: 'srt' | 'vtt'; payload?: string; settings?: string; identifier?: string };

/**
 * One timed line of a subtitle file. `start` and `end` are whole milliseconds, `index` is the 1-based position. `markup` is
 * preserved for writing; if its payload no longer reads as `text`, the text was edited and takes precedence.
 */
export type Cue = { index: number; start: number; end: number; text: string; markup?: Markup };

/** A WebVTT note, style sheet or region, verbatim. `before` is the number of cues above it. */
export type Block = { before: number; text: string };

/**
 * Result of a reader. WebVTT's `header` (its first lines, if they hold more than the signature) and `blocks` are kept for
 * writing.
 */
export type Reading = { cues: Cue[]; problems: Problem[]; header?: string; blocks?: Block[] };

/** Input of a writer: cues, or a whole reading. `language` is the BCP 47 tag of the texts, for formats that state it. */
export type Writable =
  | readonly Cue[]
  | { cues: readonly Cue[]; header?: string; blocks?: readonly Block[]; language?: string };

export function getCues(writable: Writable): readonly Cue[] {
  return 'cues' in writable ? writable.cues : writable;
}

/**
 * Maximum length (UTF-16 units) of a cue that can be practised: some twenty times the text that anyone can read in the time.
 * The aligner joins up to four cues, and the result has to fit into one field: 10,000.
 */
export const MAX_CUE_CHARACTERS = 2000;

/** Trims blanks around lines, and removes blank lines around the text. */
export function tidyLines(text: string): string {
  const tidy = text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  return withoutOuterBlankLines(tidy);
}

const LINE_FEED = 10;

/** One pattern for both ends would take quadratic time. */
export function withoutOuterBlankLines(text: string): string {
  let from = 0;
  let to = text.length;
  while (text.charCodeAt(from) === LINE_FEED) from += 1;
  while (to > from && text.charCodeAt(to - 1) === LINE_FEED) to -= 1;
  return to - from === text.length ? text : text.slice(from, to);
}

/** More than the lines of `MAX_CUES` cues. */
export const MAX_LINES = 500_000;
/** Maximum number of characters read per line or cue: patterns and pieces take a hundred bytes for each. */
export const MAX_READ_CHARACTERS = 1_000_000;

/**
 * Splits a decoded file into lines at CRLF, LF or CR, without its byte order mark, up to one more than `MAX_LINES`. NUL and lone surrogates, which
 * neither a database nor UTF-8 can hold, become U+FFFD (as https://www.w3.org/TR/webvtt1/ does with NUL).
 */
export function splitLines(text: string): string[] {
  const plain = replaceUnstorable(text);
  let from = plain.startsWith('\uFEFF') ? 1 : 0;
  let feed = plain.indexOf('\n', from);
  let carriage = plain.indexOf('\r', from);
  if (carriage < 0) return plain.slice(from).split('\n', MAX_LINES + 1);
  const lines: string[] = [];
  // Replacing millions of CRs first would take forty times their memory.
  while (lines.length <= MAX_LINES) {
    const end = feed < 0 || (carriage >= 0 && carriage < feed) ? carriage : feed;
    lines.push(end < 0 ? plain.slice(from) : plain.slice(from, end));
    if (end < 0) break;
    from = end === carriage && feed === end + 1 ? end + 2 : end + 1;
    if (feed >= 0 && feed < from) feed = plain.indexOf('\n', from);
    if (carriage >= 0 && carriage < from) carriage = plain.indexOf('\r', from);
  }
  return lines;
}

export const replaceUnstorable = (text: string): string =>
  replaceCharacter(text.toWellFormed(), '\0', '\uFFFD');

const PIECE = 65_536;

/** Replaces a character, piece by piece: `replaceAll` takes seven times as long, and forty bytes for each. */
export function replaceCharacter(text: string, character: string, by: string): string {
  if (!text.includes(character)) return text;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    pieces.push(
      text
        .slice(at, at + PIECE)
        .split(character)
        .join(by),
    );
  }
  return pieces.join('');
}

/** Files may have lines of several megabytes. */
const LONGEST_QUOTED = 1000;

/** Formats a line for a message: on one line, truncated. */
export function quote(text: string): string {
  const line = text.slice(0, LONGEST_QUOTED).replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 130)];
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : line}”`;
}
