import { type Reading, replaceUnstorable, tidyLines } from '../cues/cue.ts';
import { LATEST_MS } from '../cues/cue-times.ts';
import { BOUNDS, type Gathering, gatherCues, type OpenCue } from '../cues/gather-cues.ts';
import { type Rates, readRates, readTtmlTime } from './ttml-time.ts';
import { xmlTokens } from './xml-tokens.ts';

/** An open element. Its text belongs to its own cue, or to the cue that contains it. */
type Element = {
  name: string;
  start: number;
  end: number | undefined;
  cue: OpenCue | null;
  /** Start of the next child, if children follow each other (`timeContainer="seq"`). */
  next?: number | undefined;
};

const DEEPEST = 100;
/** Maximum number of tags and texts: ten per cue. */
const MAX_TOKENS = 1_000_000;
/** Elements of a paragraph that aren't spoken: metadata, and ruby readings. */
const SILENT = new Set(['metadata', 'head', 'title', 'desc', 'name', 'agent']);
const READINGS = new Set(['text', 'textContainer', 'delimiter']);

export function isTtml(text: string): boolean {
  for (const token of xmlTokens(text.slice(0, 20_000).replace('\uFEFF', ''))) {
    if (token.kind === 'open') return token.name === 'tt';
    if (token.kind === 'text' && token.text.trim() !== '') return false;
  }
  return false;
}

/**
 * Reads TTML, including DFXP and the profiles of Netflix and the BBC (https://www.w3.org/TR/ttml2/): each paragraph with times
 * is a cue, and so is each span with times of its own. Times are relative to their parent and, in a sequence, to the previous
 * sibling; styles and regions are dropped. Blanks collapse as in HTML, `<br/>` breaks lines. Cues are sorted by start. Never
 * throws.
 */
export function readTtml(text: string): Reading {
  const { open, report, keep, finish } = gatherCues(text.length);
  const stack: Element[] = [{ name: '', start: 0, end: undefined, cue: null }];
  let rates = readRates({});
  let silent: number | null = null;
  let left = MAX_TOKENS;
  for (const token of xmlTokens(replaceUnstorable(text))) {
    if (left === 0) {
      report(token.line, 'tooMuch', BOUNDS);
      break;
    }
    left -= 1;
    const parent = stack.at(-1) ?? { name: '', start: 0, end: undefined, cue: null };
    if (token.kind === 'text') {
      if (parent.cue && silent === null) parent.cue.text += token.text.replace(/[ \t\r\n]+/g, ' ');
    } else if (token.kind === 'close') {
      const at = stack.findLastIndex(({ name }) => name === token.name);
      // Ignore end tags without a start tag.
      if (at > 0) stack.length = at;
      if (silent !== null && stack.length <= silent) silent = null;
    } else if (token.name === 'br') {
      if (parent.cue && silent === null) parent.cue.text += '\n';
    } else if (!token.isEmpty) {
      if (token.name === 'tt') rates = readRates(token.attributes);
      const isSilent = SILENT.has(token.name) || READINGS.has(token.attributes.ruby ?? '');
      if (isSilent && silent === null) silent = stack.length;
      const element = openElement(token, parent, rates, report);
      if (element.cue && element.cue !== parent.cue && !keep(element.cue)) break;
      stack.push(element);
      if (stack.length > DEEPEST) {
        report(token.line, 'tooDeep', { count: DEEPEST });
        break;
      }
    }
  }
  for (const cue of open) cue.text = tidyLines(cue.text);
  return finish('noTimedText');
}

type Opening = { line: number; name: string; attributes: Record<string, string> };

function openElement(
  { line, name, attributes }: Opening,
  parent: Element,
  rates: Rates,
  report: Gathering['report'],
): Element {
  const { begin, end, dur } = attributes;
  const timed = begin !== undefined || end !== undefined || dur !== undefined;
  const [from, to, length] = [begin ?? '0s', end, dur].map((value) =>
    value === undefined ? undefined : readTtmlTime(value, rates),
  );
  if (from === null || to === null || length === null) {
    report(line, 'unreadableTimes', { text: `<${name} begin="${begin ?? ''}" end="${end ?? dur ?? ''}">` });
    return { ...parent, name, cue: null };
  }
  const base = parent.next ?? parent.start;
  const start = Math.min(base + (from ?? 0), LATEST_MS);
  const ends = [to === undefined ? undefined : base + to, length === undefined ? undefined : start + length];
  const own = ends.filter((end) => end !== undefined);
  const last = own.length > 0 ? Math.min(...own, LATEST_MS) : parent.end;
  const isCue = (timed && (name === 'p' || name === 'span')) || (name === 'p' && parent.end !== undefined);
  if (parent.next !== undefined) parent.next = last ?? start;
  const next = attributes.timeContainer === 'seq' ? start : undefined;
  return { name, start, end: last, next, cue: isCue ? { line, start, end: last, text: '' } : parent.cue };
}
