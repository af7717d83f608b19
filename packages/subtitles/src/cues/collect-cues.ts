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

/** A cue of a format in which end times are optional. */
export type OpenCue = { line: number; start: number; end?: number | undefined; text: string };

/** Collects a reader's cues by the rules shared by all formats, within limits that hold for any file. */
export type CueCollector = {
  cues: Cue[];
  /**
   * Cues with an optional end. Without an end, a cue lasts until the next start. A cue without text only ends the previous cue.
   */
  openCues: OpenCue[];
  /** Adds a problem, with long quotations truncated. */
  report: (line: number, id: ProblemId, values?: Values) => void;
  add: (line: number, start: number, end: number, text: string, markup?: Markup) => void;
  /** Adds an open cue; returns false if the limits are reached. */
  addOpen: (cue: OpenCue) => boolean;
  /** Returns the cues, including open ones, and the problems sorted by line; reports `emptyProblem` if there are neither. */
  finish: (emptyProblem?: ProblemId) => Pick<Reading, 'cues' | 'problems'>;
};

// Maximum duration of a cue after swapping its times. A longer one has a typo in the hours or minutes rather than swapped times.
const MAX_SWAPPED_MS = 15_000;

/** Maximum number of cues; a long film has about 3,000. */
const MAX_CUES = 100_000;
/**
 * Maximum total length of all texts, relative to the length of the file, since a line of lyrics can be repeated several times.
 */
const MAX_REPEATED = 4;
export const BOUNDS = { cues: MAX_CUES, lines: MAX_LINES, times: MAX_REPEATED };
/** Maximum number of problems, since a file that isn't a subtitle can have one in each of a million lines. */
const MAX_PROBLEMS = 10_000;

/** Creates a collector. `fileLength` is the number of characters in the file. */
export function collectCues(fileLength: number): CueCollector {
  const cues: Cue[] = [];
  const openCues: OpenCue[] = [];
  const problems: Problem[] = [];
  const unreported = { line: 0, count: 0 };
  let totals = { cues: 0, characters: 0 };
  let isFull = false;

  const report = (line: number, id: ProblemId, values?: Values) => {
    if (problems.length < MAX_PROBLEMS) {
      const quoted = typeof values?.text === 'string' && { text: quote(values.text) };
      problems.push(problem(line, id, values && { ...values, ...quoted }));
    } else {
      if (unreported.count === 0) unreported.line = line;
      unreported.count += 1;
    }
  };
  const accept = (line: number, { length }: string): boolean => {
    if (isFull) return false;
    // `divideLongCues` divides a longer cue between words.
    totals.cues += length > MAX_CUE_CHARACTERS ? 2 * Math.ceil(length / MAX_CUE_CHARACTERS) : 1;
    totals.characters += length;
    isFull = totals.cues > MAX_CUES || totals.characters > MAX_REPEATED * fileLength;
    if (isFull) problems.push(problem(line, 'tooMuch', BOUNDS));
    return !isFull;
  };
  const add: CueCollector['add'] = (line, start, end, text, markup) => {
    const isSwapped = end < start;
    if (isSwapped) report(line, start - end <= MAX_SWAPPED_MS ? 'swapped' : 'endsBeforeStart', { text });
    if ((isSwapped && start - end > MAX_SWAPPED_MS) || !accept(line, text)) return;
    if (text.length > MAX_CUE_CHARACTERS) report(line, 'tooLong', { length: text.length, text });
    const [from, to] = isSwapped ? [end, start] : [start, end];
    cues.push({ index: cues.length + 1, start: from, end: to, text, ...(markup && { markup }) });
  };
  const addOpen = (cue: OpenCue) => accept(cue.line, cue.text) && openCues.push(cue) > 0;
  const finish = (emptyProblem?: ProblemId) => {
    [totals, isFull] = [{ cues: 0, characters: 0 }, false];
    addOpenCues(add, openCues);
    if (emptyProblem && cues.length === 0 && problems.length === 0) report(1, emptyProblem);
    problems.sort((a, b) => a.line - b.line);
    if (unreported.count > 0) problems.push(problem(unreported.line, 'more', { count: unreported.count }));
    return { cues, problems };
  };
  return { cues, openCues, report, add, addOpen, finish };
}

/** Splits a file into lines, and creates a collector for their cues. Truncates a file with too many lines or an overlong line. */
export function collectLines(text: string): CueCollector & { lines: string[] } {
  const collector = collectCues(text.length);
  const lines = splitLines(text);
  const overlongIndex = lines.findIndex(({ length }) => length > MAX_READ_CHARACTERS);
  if (overlongIndex >= 0)
    lines.splice(overlongIndex, lines.length, (lines[overlongIndex] ?? '').slice(0, MAX_READ_CHARACTERS));
  if (overlongIndex >= 0 || lines.length > MAX_LINES) {
    lines.length = Math.min(lines.length, MAX_LINES);
    collector.report(lines.length, 'tooMuch', BOUNDS);
  }
  return { ...collector, lines };
}

/** Maximum duration of a cue without an end. The rest of a longer gap is assumed to be music or silence. */
const MAX_OPEN_MS = 10_000;
const LAST_OPEN_MS = 4000;

function addOpenCues(add: CueCollector['add'], openCues: readonly OpenCue[]): void {
  const sorted = openCues.toSorted((a, b) => a.start - b.start);
  const ends: number[] = [];
  let next: number | undefined;
  for (let index = sorted.length - 1; index >= 0; index -= 1) {
    const { start } = sorted[index] ?? { start: 0 };
    const laterStart = sorted[index + 1]?.start;
    if (laterStart !== undefined && laterStart > start) next = laterStart;
    ends[index] = Math.min(next ?? start + LAST_OPEN_MS, start + MAX_OPEN_MS);
  }
  for (const [index, { line, start, end, text }] of sorted.entries()) {
    if (text !== '') add(line, start, end ?? ends[index] ?? start, text);
  }
}
