import {
  type Cue,
  MAX_CUE_CHARACTERS,
  MAX_LINES,
  MAX_READ_CHARACTERS,
  type Markup,
  quote,
  type Reading,
  splitLines,
} from './cue.ts';
import { type Problem, type ProblemId, problem, type Values } from './problem.ts';

/** A cue as read from a file that may not give end times. */
export type OpenCue = { line: number; start: number; end?: number | undefined; text: string };

/** Collects the cues of every reader, by the rules that don't depend on the format, and within bounds for any file. */
export type Gathering = {
  cues: Cue[];
  /** Adds a cue by its start: without an end, it lasts until the next start; without text, it only ends the one before. */
  open: OpenCue[];
  /** Adds a problem; its quotation is truncated. */
  report: (line: number, id: ProblemId, values?: Values) => void;
  add: (line: number, start: number, end: number, text: string, markup?: Markup) => void;
  /** Adds a cue to the open ones; returns false if no more are accepted. */
  keep: (cue: OpenCue) => boolean;
  /** Returns the cues, including open ones, and the problems sorted by line: `nothing` if there are neither. */
  finish: (nothing?: ProblemId) => Pick<Reading, 'cues' | 'problems'>;
};

// Maximum length of a cue after swapping its times. A longer one has a typing error in an hour or minute rather than two
// swapped times, and would overlap many other cues.
const MAX_SWAPPED_MS = 15_000;

/** A long film has 3,000. */
const MAX_CUES = 100_000;
/** Maximum length of all texts, relative to that of the file: a line of lyrics may be repeated several times. */
const MAX_REPEATED = 4;
export const BOUNDS = { cues: MAX_CUES, lines: MAX_LINES, times: MAX_REPEATED };
/** A file that isn't a subtitle can have a problem in each of a million lines. */
const MAX_PROBLEMS = 10_000;

/** `fileLength` is the number of characters in the file. */
export function gatherCues(fileLength: number): Gathering {
  const cues: Cue[] = [];
  const open: OpenCue[] = [];
  const problems: Problem[] = [];
  const unnamed = { line: 0, count: 0 };
  let taken = { cues: 0, characters: 0 };
  let isFull = false;

  const report = (line: number, id: ProblemId, values?: Values) => {
    if (problems.length < MAX_PROBLEMS) {
      const quoted = typeof values?.text === 'string' && { text: quote(values.text) };
      problems.push(problem(line, id, values && { ...values, ...quoted }));
    } else {
      if (unnamed.count === 0) unnamed.line = line;
      unnamed.count += 1;
    }
  };
  const takes = (line: number, { length }: string): boolean => {
    if (isFull) return false;
    // A longer one is divided later, between words.
    taken.cues += length > MAX_CUE_CHARACTERS ? 2 * Math.ceil(length / MAX_CUE_CHARACTERS) : 1;
    taken.characters += length;
    isFull = taken.cues > MAX_CUES || taken.characters > MAX_REPEATED * fileLength;
    if (isFull) problems.push(problem(line, 'tooMuch', BOUNDS));
    return !isFull;
  };
  const add: Gathering['add'] = (line, start, end, text, markup) => {
    const swapped = end < start;
    if (swapped) report(line, start - end <= MAX_SWAPPED_MS ? 'swapped' : 'endsBeforeStart', { text });
    if ((swapped && start - end > MAX_SWAPPED_MS) || !takes(line, text)) return;
    if (text.length > MAX_CUE_CHARACTERS) report(line, 'tooLong', { length: text.length, text });
    const [from, to] = swapped ? [end, start] : [start, end];
    cues.push({ index: cues.length + 1, start: from, end: to, text, ...(markup && { markup }) });
  };
  const keep = (cue: OpenCue) => takes(cue.line, cue.text) && open.push(cue) > 0;
  const finish = (nothing?: ProblemId) => {
    [taken, isFull] = [{ cues: 0, characters: 0 }, false];
    addOpenCues(add, open);
    if (nothing && cues.length === 0 && problems.length === 0) report(1, nothing);
    problems.sort((a, b) => a.line - b.line);
    if (unnamed.count > 0) problems.push(problem(unnamed.line, 'more', { count: unnamed.count }));
    return { cues, problems };
  };
  return { cues, open, report, add, keep, finish };
}

/** Splits a file into lines for collecting; if it has too many lines, or an endless one, reads as far as the limits allow. */
export function gatherLines(text: string): Gathering & { lines: string[] } {
  const gathering = gatherCues(text.length);
  const lines = splitLines(text);
  const endless = lines.findIndex(({ length }) => length > MAX_READ_CHARACTERS);
  if (endless >= 0) lines.splice(endless, lines.length, (lines[endless] ?? '').slice(0, MAX_READ_CHARACTERS));
  if (endless >= 0 || lines.length > MAX_LINES) {
    lines.length = Math.min(lines.length, MAX_LINES);
    gathering.report(lines.length, 'tooMuch', BOUNDS);
  }
  return { ...gathering, lines };
}

/** Maximum time of a line on the screen; anything longer is music or silence. */
const MAX_OPEN_MS = 10_000;
const LAST_OPEN_MS = 4000;

function addOpenCues(add: Gathering['add'], open: readonly OpenCue[]): void {
  const sorted = open.toSorted((a, b) => a.start - b.start);
  const ends: number[] = [];
  let next: number | undefined;
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const { start } = sorted[at] ?? { start: 0 };
    const later = sorted[at + 1]?.start;
    if (later !== undefined && later > start) next = later;
    ends[at] = Math.min(next ?? start + LAST_OPEN_MS, start + MAX_OPEN_MS);
  }
  for (const [at, { line, start, end, text }] of sorted.entries()) {
    if (text !== '') add(line, start, end ?? ends[at] ?? start, text);
  }
}
