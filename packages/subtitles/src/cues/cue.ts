import type { Problem } from './problem.ts';

/** The formats that can be written; more can be read (see `formats.ts`). */
export type WrittenFormat = 'srt' | 'vtt' | 'ass' | 'ttml';

export const writtenFormats = ['srt', 'vtt', 'ass', 'ttml'] as const satisfies WrittenFormat[];

/**
 * Parts of a cue other than its times and plain text, in the notation of `format`. `payload` is the text with its tags, if it has
 * any; `settings` is the text after the times (WebVTT settings, SubRip coordinates); `identifier` is the line above the times
 * (WebVTT).
 */
export type Markup = { format: 'srt' | 'vtt'; payload?: string; settings?: string; identifier?: string };

/**
 * One timed line of a subtitle file. `start` and `end` are whole milliseconds, `index` is the 1-based position. `markup` is
 * preserved for writing. If its payload doesn't read as `text`, the text was edited and takes precedence.
 */
export type Cue = { index: number; start: number; end: number; text: string; markup?: Markup };

/** A WebVTT note, style sheet or region, verbatim. `before` is the number of cues above it. */
export type Block = { before: number; text: string };

/**
 * Result of a reader. The WebVTT `header` (the first lines, if they contain more than the signature) and `blocks` are preserved
 * for writing.
 */
export type Reading = { cues: Cue[]; problems: Problem[]; header?: string; blocks?: Block[] };

/** Input of a writer: cues, or the result of a reader. `language` is the BCP 47 tag of the texts, for formats that have one. */
export type Writable =
  | readonly Cue[]
  | { cues: readonly Cue[]; header?: string; blocks?: readonly Block[]; language?: string };

export function getCues(writable: Writable): readonly Cue[] {
  return 'cues' in writable ? writable.cues : writable;
}

/**
 * Maximum length of a cue that can be practised, in UTF-16 units. The aligner joins up to four cues, which must fit into a field
 * of 10,000.
 */
export const MAX_CUE_CHARACTERS = 2000;

/** Trims each line, and removes blank lines around the text. */
export function tidyLines(text: string): string {
  const trimmed = text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  return withoutOuterBlankLines(trimmed);
}

const LINE_FEED = 10;

/** Removes blank lines around a text. A single pattern for both ends would take quadratic time. */
export function withoutOuterBlankLines(text: string): string {
  let from = 0;
  let to = text.length;
  while (text.charCodeAt(from) === LINE_FEED) from += 1;
  while (to > from && text.charCodeAt(to - 1) === LINE_FEED) to -= 1;
  return to - from === text.length ? text : text.slice(from, to);
}

/** Maximum number of lines, more than `MAX_CUES` cues need. */
export const MAX_LINES = 500_000;
/** Maximum number of characters to read per line or cue, since patterns use a hundred bytes of memory for each. */
export const MAX_READ_CHARACTERS = 1_000_000;

/**
 * Splits a decoded file into lines at CRLF, LF or CR, without its byte order mark, up to one more than `MAX_LINES`. Replaces NUL
 * and lone surrogates, which a database or UTF-8 can't store, with U+FFFD (as https://www.w3.org/TR/webvtt1/ does for NUL).
 */
export function splitLines(text: string): string[] {
  const plain = replaceUnstorable(text);
  let from = plain.startsWith('\uFEFF') ? 1 : 0;
  let lineFeed = plain.indexOf('\n', from);
  let carriageReturn = plain.indexOf('\r', from);
  if (carriageReturn < 0) return plain.slice(from).split('\n', MAX_LINES + 1);
  const lines: string[] = [];
  // Replacing millions of CRs first would use a lot of memory.
  while (lines.length <= MAX_LINES) {
    const end =
      lineFeed < 0 || (carriageReturn >= 0 && carriageReturn < lineFeed) ? carriageReturn : lineFeed;
    lines.push(end < 0 ? plain.slice(from) : plain.slice(from, end));
    if (end < 0) break;
    from = end === carriageReturn && lineFeed === end + 1 ? end + 2 : end + 1;
    if (lineFeed >= 0 && lineFeed < from) lineFeed = plain.indexOf('\n', from);
    if (carriageReturn >= 0 && carriageReturn < from) carriageReturn = plain.indexOf('\r', from);
  }
  return lines;
}

export const replaceUnstorable = (text: string): string =>
  replaceCharacter(text.toWellFormed(), '\0', '\uFFFD');

const PIECE_LENGTH = 65_536;

/** Replaces a character, piece by piece. `replaceAll` takes seven times as long, and forty bytes per replacement. */
export function replaceCharacter(text: string, character: string, replacement: string): string {
  if (!text.includes(character)) return text;
  const pieces: string[] = [];
  for (let index = 0; index < text.length; index += PIECE_LENGTH) {
    pieces.push(
      text
        .slice(index, index + PIECE_LENGTH)
        .split(character)
        .join(replacement),
    );
  }
  return pieces.join('');
}

/** Maximum number of characters to process for a quotation, since files can have lines of several megabytes. */
const MAX_QUOTED_LENGTH = 1000;

/** Formats a text as a quotation in a message: on one line, and truncated. */
export function quote(text: string): string {
  const line = text.slice(0, MAX_QUOTED_LENGTH).replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 130)];
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : line}”`;
}
