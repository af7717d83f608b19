/** One timed line of a subtitle file. `start` and `end` are whole milliseconds, `index` is the 1-based position. */
export type Cue = { index: number; start: number; end: number; text: string };

/** Something a reader could not take as it stood. `line` is 1-based in the decoded text. */
export type Problem = { line: number; message: string };

export type Reading = { cues: Cue[]; problems: Problem[] };

/** What both readers gather: cues in the order of the file, with the rules that don't depend on the format. */
export type Gathering = Reading & { add: (line: number, start: number, end: number, text: string) => void };

// A cue that lasts longer than this after swapping has a typing error in an hour or minute rather than two
// times in the wrong order, and would lie over many other cues.
const LONGEST_SWAPPED_MS = 15_000;

export function gather(): Gathering {
  const cues: Cue[] = [];
  const problems: Problem[] = [];
  const add = (line: number, start: number, end: number, text: string) => {
    if (end < start) {
      const swapped = start - end <= LONGEST_SWAPPED_MS;
      const outcome = swapped ? 'the two times were swapped' : 'it was left out';
      problems.push({ line, message: `This cue ends before it starts; ${outcome}: ${quote(text)}` });
      if (!swapped) return;
    }
    cues.push({ index: cues.length + 1, start: Math.min(start, end), end: Math.max(start, end), text });
  };
  return { cues, problems, add };
}

/**
 * Splits a decoded file into lines at CRLF, LF or CR, without its byte order mark. NUL and lone surrogates, which
 * neither a database nor UTF-8 can hold, become U+FFFD (as https://www.w3.org/TR/webvtt1/ does with NUL).
 */
export function splitLines(text: string): string[] {
  return replaceUnstorable(text)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/);
}

// biome's rule against control characters in a pattern doesn't see this form; \p{Surrogate} matches lone ones only.
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

export function replaceUnstorable(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}

/** A line as a message shows it: on one line, cut to a readable length. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 130)];
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : line}”`;
}
