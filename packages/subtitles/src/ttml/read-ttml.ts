import { BOUNDS, type CueCollector, collectCues, type OpenCue } from '../cues/collect-cues.ts';
import { type Reading, replaceUnstorable, tidyLines } from '../cues/cue.ts';
import { LATEST_MS } from '../cues/cue-times.ts';
import { type Rates, readRates, readTtmlTime } from './ttml-time.ts';
import { xmlTokens } from './xml-tokens.ts';

/** An open element. Its text belongs to its own cue or to the enclosing cue. */
type Element = {
  name: string;
  start: number;
  end: number | undefined;
  cue: OpenCue | null;
  /** Start of the next child in a sequence (`timeContainer="seq"`). */
  next?: number | undefined;
};

const MAX_DEPTH = 100;
/** Maximum number of tokens (tags and texts). A cue has about ten. */
const MAX_TOKENS = 1_000_000;
/** Elements without spoken text: metadata, and ruby readings. */
const SKIPPED_ELEMENTS = new Set(['metadata', 'head', 'title', 'desc', 'name', 'agent']);
const RUBY_READINGS = new Set(['text', 'textContainer', 'delimiter']);

export function isTtml(text: string): boolean {
  for (const token of xmlTokens(text.slice(0, 20_000).replace('\uFEFF', ''))) {
    if (token.kind === 'open') return token.name === 'tt';
    if (token.kind === 'text' && token.text.trim() !== '') return false;
  }
  return false;
}

/**
 * Reads TTML, including DFXP and the profiles of Netflix and the BBC (https://www.w3.org/TR/ttml2/): each paragraph or span with
 * times is a cue. Times are relative to the parent and, in a sequence, to the previous sibling. Drops styles and regions.
 * Collapses whitespace as in HTML; `<br/>` is a line break. Sorts cues by start. Never throws.
 */
export function readTtml(text: string): Reading {
  const { openCues, report, addOpen, finish } = collectCues(text.length);
  const stack: Element[] = [{ name: '', start: 0, end: undefined, cue: null }];
  let rates = readRates({});
  let skippedDepth: number | null = null;
  let remainingTokens = MAX_TOKENS;
  for (const token of xmlTokens(replaceUnstorable(text))) {
    if (remainingTokens === 0) {
      report(token.line, 'tooMuch', BOUNDS);
      break;
    }
    remainingTokens -= 1;
    const parent = stack.at(-1) ?? { name: '', start: 0, end: undefined, cue: null };
    if (token.kind === 'text') {
      if (parent.cue && skippedDepth === null) parent.cue.text += token.text.replace(/[ \t\r\n]+/g, ' ');
    } else if (token.kind === 'close') {
      const index = stack.findLastIndex(({ name }) => name === token.name);
      // Ignore end tags without a start tag.
      if (index > 0) stack.length = index;
      if (skippedDepth !== null && stack.length <= skippedDepth) skippedDepth = null;
    } else if (token.name === 'br') {
      if (parent.cue && skippedDepth === null) parent.cue.text += '\n';
    } else if (!token.isEmpty) {
      if (token.name === 'tt') rates = readRates(token.attributes);
      const isSkipped = SKIPPED_ELEMENTS.has(token.name) || RUBY_READINGS.has(token.attributes.ruby ?? '');
      if (isSkipped && skippedDepth === null) skippedDepth = stack.length;
      const element = openElement(token, parent, rates, report);
      if (element.cue && element.cue !== parent.cue && !addOpen(element.cue)) break;
      stack.push(element);
      if (stack.length > MAX_DEPTH) {
        report(token.line, 'tooDeep', { count: MAX_DEPTH });
        break;
      }
    }
  }
  for (const cue of openCues) cue.text = tidyLines(cue.text);
  return finish('noTimedText');
}

type StartTag = { line: number; name: string; attributes: Record<string, string> };

function openElement(
  { line, name, attributes }: StartTag,
  parent: Element,
  rates: Rates,
  report: CueCollector['report'],
): Element {
  const { begin, end, dur } = attributes;
  const isTimed = begin !== undefined || end !== undefined || dur !== undefined;
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
  const ownEnds = ends.filter((end) => end !== undefined);
  const cueEnd = ownEnds.length > 0 ? Math.min(...ownEnds, LATEST_MS) : parent.end;
  const isCue = (isTimed && (name === 'p' || name === 'span')) || (name === 'p' && parent.end !== undefined);
  if (parent.next !== undefined) parent.next = cueEnd ?? start;
  const next = attributes.timeContainer === 'seq' ? start : undefined;
  return { name, start, end: cueEnd, next, cue: isCue ? { line, start, end: cueEnd, text: '' } : parent.cue };
}
