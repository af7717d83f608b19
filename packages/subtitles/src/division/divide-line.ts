import { CONJUNCTIONS } from '../wrap/conjunctions.ts';
import { cueBorders, cuesNear, type SourceCue } from './cue-borders.ts';
import type { Line } from './line.ts';
import { type Languages, type LineContext, NO_CONTEXT, type SplitPoint, splitLine } from './split-line.ts';
import { findBorders, kindAt } from './text-borders.ts';

/** Longer lines are hard to repeat in one go. Milliseconds and characters. */
const MAX_MS = 7000;
const MAX_CHARACTERS = 80;
/**
 * Minimum length and words of a part: a single short word ends before a learner notices it, and every line has its own pause
 * for the response.
 */
const MIN_PART_MS = 1500;
const MIN_WORDS = 2;
/** Upper limit of a pause's length. */
const LONG_PAUSE_MS = 1000;

/**
 * Costs of positions: a sentence's end is cheaper than a cue's, and that is cheaper than a clause's. The imbalance of the parts
 * (0 to 0.5) and the doubt about the other text are added.
 */
const COSTS = { sentence: 0, cue: 1, clause: 2 };
/** Bonus for several of them in one position, and for a pause. */
const BOTH = 0.2;
const PAUSE = 0.2;
const DOUBT = 0.4;

/** A character of these scripts takes about as long to say as two letters of others. */
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const getSize = (text: string) =>
  [...text.trim()].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

const getLength = ({ start, end }: Line) => end - start;

export const isLong = (line: Line): boolean =>
  getLength(line) > MAX_MS || getSize(line.original) > MAX_CHARACTERS;

type Place = SplitPoint & { cost: number };

/** Returns the positions at which a text may be divided: only the ends of its sentences, cues and clauses. */
function placesIn(
  line: Line,
  side: SplitPoint['side'],
  language: string,
  cues: readonly SourceCue[],
): Place[] {
  const text = line[side];
  const ends = cueBorders(text, cues, line.start).map(({ at, end, start }): Place => {
    const pause = Math.min(LONG_PAUSE_MS, Math.max(0, start - end)) / LONG_PAUSE_MS;
    const kind = kindAt(text, at, language);
    const cost = kind === 'sentence' ? COSTS.sentence : COSTS.cue;
    return { side, at, cost: cost - (kind === 'word' ? 0 : BOTH) - PAUSE * pause };
  });
  const marks = findBorders(text, language).flatMap(({ at, after }): Place[] =>
    after === 'word' ? [] : [{ side, at, cost: COSTS[after] }],
  );
  return [...ends, ...marks];
}

const FIRST_WORD = /^[\s\p{P}]*([\p{L}\p{M}]+)/u;

/**
 * Returns true if a text is divided at a good position: after a sentence, a clause or a cue of its file, or before a conjunction.
 */
function isGoodPlace(
  text: string,
  part: string,
  language: string,
  start: number,
  cues: readonly SourceCue[],
): boolean {
  const at = text.indexOf(part) + part.length;
  if (kindAt(text, at, language) !== 'word') return true;
  const next = FIRST_WORD.exec(text.slice(at))?.[1]?.toLowerCase();
  if (next !== undefined && CONJUNCTIONS.has(next)) return true;
  return cueBorders(text, cues, start).some((border) => text.slice(0, border.at).trim() === part);
}

type Halved = { halves: [Line, Line]; confidence: number };

function bestHalves(line: Line, languages: Languages, context: LineContext): Halved | null {
  const { cues } = context;
  const hasTarget = line.target.trim() !== '';
  const isUseful = (half: Line) =>
    (half.target !== '' || !hasTarget) &&
    findBorders(half.original, languages.original).length + 1 >= MIN_WORDS &&
    getLength(half) >= MIN_PART_MS;
  const places = [
    ...placesIn(line, 'original', languages.original, cues.original),
    ...placesIn(line, 'target', languages.target, cues.target),
  ];
  let best: (Halved & { cost: number }) | null = null;
  for (const { cost, ...place } of places) {
    const split = splitLine(line, place, languages, context);
    if (!split) continue;
    const { parts: halves, confidence } = split;
    if (!halves.every(isUseful)) continue;
    const [{ original, target }] = halves;
    if (!isGoodPlace(line.original, original, languages.original, line.start, cues.original)) continue;
    if (hasTarget && !isGoodPlace(line.target, target, languages.target, line.start, cues.target)) continue;
    const [first, second] = halves.map((half) => getSize(half.original)) as [number, number];
    const imbalance = Math.abs(first / (first + second) - 0.5);
    const total = cost + imbalance + (hasTarget ? DOUBT * (1 - confidence) : 0);
    if (!best || total < best.cost) best = { halves, confidence, cost: total };
  }
  return best;
}

/** The parts of a line; `confidence`, 0 to 1, is the probability that each part means the same in both texts. */
export type DividedLine = { parts: Line[]; confidence: number };

/**
 * Divides a long line (over 7 s or 80 characters), both of its texts in step, until no part is long or none can be divided well:
 * at the end of a sentence, otherwise of a cue, otherwise of a clause. Each part has both texts if the line has, at least two
 * words to say, and lasts a second and a half. Null if it isn't long, or has no such position.
 */
export function divideLine(
  line: Line,
  languages: Languages,
  context: LineContext = NO_CONTEXT,
): DividedLine | null {
  if (!isLong(line) || !line.original.trim()) return null;
  const { original, target } = context.cues;
  const near = { ...context, cues: { original: cuesNear(original, line), target: cuesNear(target, line) } };
  let confidence = 1;
  const divide = (part: Line): Line[] => {
    const best = isLong(part) ? bestHalves(part, languages, near) : null;
    if (!best) return [part];
    confidence = Math.min(confidence, best.confidence);
    return best.halves.flatMap(divide);
  };
  const parts = divide(line);
  return parts.length > 1 ? { parts, confidence } : null;
}
