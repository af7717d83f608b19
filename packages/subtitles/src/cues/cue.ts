import { type Problem, problem } from './problem.ts';

/** The formats that are written; more can be read (see `formats.ts`). */
export type WrittenFormat = 'srt' | 'vtt';

/**
 * What a file has of a cue beyond its times and its plain text, in the notation of `format`. `payload` is the text with
 * its tags, given when there are any; `settings` is what is behind the times (WebVTT's settings, SubRip's
 * coordinates), `identifier` the line above them (WebVTT).
 */
export type Markup = { format: WrittenFormat; payload?: string; settings?: string; identifier?: string };

/**
 * One timed line of a subtitle file. `start` and `end` are whole milliseconds, `index` is the 1-based position. `markup`
 * is kept for writing: where its payload doesn't read as `text` any more, the text was edited and is what counts.
 */
export type Cue = { index: number; start: number; end: number; text: string; markup?: Markup };

/** A WebVTT note, style sheet or region, as the file has it. `before` is how many cues stand above it. */
export type Block = { before: number; text: string };

/**
 * What was read. WebVTT's `header` (its first lines, where they say more than the signature) and `blocks` are there to be
 * written again.
 */
export type Reading = { cues: Cue[]; problems: Problem[]; header?: string; blocks?: Block[] };

/** What a writer takes: cues, or a whole reading. */
export type Writable = readonly Cue[] | { cues: readonly Cue[]; header?: string; blocks?: readonly Block[] };

export function cuesOf(writable: Writable): readonly Cue[] {
  return 'cues' in writable ? writable.cues : writable;
}

/** What both readers gather: cues in the order of the file, with the rules that don't depend on the format. */
export type Gathering = {
  cues: Cue[];
  problems: Problem[];
  add: (line: number, start: number, end: number, text: string, markup?: Markup) => void;
};

// A cue that lasts longer than this after swapping has a typing error in an hour or minute rather than two
// times in the wrong order, and would lie over many other cues.
const LONGEST_SWAPPED_MS = 15_000;

/**
 * The most characters (UTF-16 units) of a cue that can be practised: some twenty times what anyone can read in the time. The
 * aligner joins up to four cues, and what it makes has to stay within what may be typed into one field: 10,000.
 */
export const LONGEST_CUE = 2000;

export function gatherCues(): Gathering {
  const cues: Cue[] = [];
  const problems: Problem[] = [];
  const add = (line: number, start: number, end: number, text: string, markup?: Markup) => {
    const index = cues.length + 1;
    if (end >= start) {
      if (text.length > LONGEST_CUE) {
        problems.push(problem(line, 'tooLong', { length: text.length, text: quote(text) }));
      }
      cues.push(markup ? { index, start, end, text, markup } : { index, start, end, text });
      return;
    }
    const swapped = start - end <= LONGEST_SWAPPED_MS;
    problems.push(problem(line, swapped ? 'swapped' : 'endsBeforeStart', { text: quote(text) }));
    if (swapped) add(line, end, start, text, markup);
  };
  return { cues, problems, add };
}

/** A cue as a file has it that may not say when its cues end. */
export type OpenCue = { line: number; start: number; end?: number | undefined; text: string };

/** Nobody leaves a line on the screen for longer; what follows is music, or silence. */
const LONGEST_OPEN_MS = 10_000;
const LAST_OPEN_MS = 4000;

/** Adds cues by their start; one without an end lasts to the next start. Those without text only end the one before. */
export function addOpenCues(add: Gathering['add'], open: readonly OpenCue[]): void {
  const sorted = open.toSorted((a, b) => a.start - b.start);
  const ends: number[] = [];
  let next: number | undefined;
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const { start } = sorted[at] ?? { start: 0 };
    const later = sorted[at + 1]?.start;
    if (later !== undefined && later > start) next = later;
    ends[at] = Math.min(next ?? start + LAST_OPEN_MS, start + LONGEST_OPEN_MS);
  }
  for (const [at, { line, start, end, text }] of sorted.entries()) {
    if (text !== '') add(line, start, end ?? ends[at] ?? start, text);
  }
}

/** Texts without blanks around their lines and blank lines around them. */
export function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

/**
 * Splits a decoded file into lines at CRLF, LF or CR, without its byte order mark. NUL and lone surrogates, which
 * neither a database nor UTF-8 can hold, become U+FFFD (as https://www.w3.org/TR/webvtt1/ does with NUL).
 */
export function splitLines(text: string): string[] {
  let plain = replaceUnstorable(text);
  if (plain.startsWith('\uFEFF')) plain = plain.slice(1);
  // Splitting at one character is several times as fast as at a pattern.
  if (plain.includes('\r')) plain = plain.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return plain.split('\n');
}

// biome's rule against control characters in a pattern doesn't see this form; \p{Surrogate} matches lone ones only.
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
// One look for what either could be is twice as fast as a look for each.
const SUSPECT = /[\0\uD800-\uDFFF]/;

export function replaceUnstorable(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSTORABLE, '\uFFFD') : text;
}

/** A line as a message shows it: on one line, cut to a readable length. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 130)];
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : line}”`;
}
