import { CONJUNCTIONS } from '../wrap/conjunctions.ts';
import { findCueBorders, findCuesNear, type SourceCue } from './cue-borders.ts';
import type { Line } from './line.ts';
import { type Languages, type LineContext, NO_CONTEXT, type SplitPoint, splitLine } from './split-line.ts';
import { classifyBorder, findBorders } from './text-borders.ts';

/** Maximum duration and length of a line that a learner can repeat at once. */
const MAX_MS = 7000;
const MAX_CHARACTERS = 80;
/** Minimum duration and number of words of a part, since a learner barely notices a single short word. */
const MIN_PART_MS = 1500;
const MIN_WORDS = 2;
/** Upper limit of the pause length that counts. */
const MAX_PAUSE_MS = 1000;

/** Costs of a split at the end of a sentence, a cue or a clause. The imbalance of the parts (0 to 0.5) is added. */
const COSTS = { sentence: 0, cue: 1, clause: 2 };
/** Bonuses for a position at which several of them end, and for a pause. */
const MULTIPLE_MARKS_BONUS = 0.2;
const PAUSE_BONUS = 0.2;
/** Cost if the position in the other text is uncertain. */
const DOUBT_COST = 0.4;

/** Scripts whose characters take about as long to say as two letters. */
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const measureSize = (text: string) =>
  [...text.trim()].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

const measureLength = ({ start, end }: Line) => end - start;

export const isTooLong = (line: Line): boolean =>
  measureLength(line) > MAX_MS || measureSize(line.original) > MAX_CHARACTERS;

type SplitPosition = SplitPoint & { cost: number };

/** Returns the positions at which a text can be divided: the ends of its sentences, cues and clauses. */
function findSplitPositions(
  line: Line,
  side: SplitPoint['side'],
  language: string,
  cues: readonly SourceCue[],
): SplitPosition[] {
  const text = line[side];
  const ends = findCueBorders(text, cues, line.start).map(({ at, end, start }): SplitPosition => {
    const pause = Math.min(MAX_PAUSE_MS, Math.max(0, start - end)) / MAX_PAUSE_MS;
    const kind = classifyBorder(text, at, language);
    const cost = kind === 'sentence' ? COSTS.sentence : COSTS.cue;
    return { side, at, cost: cost - (kind === 'word' ? 0 : MULTIPLE_MARKS_BONUS) - PAUSE_BONUS * pause };
  });
  const marks = findBorders(text, language).flatMap(({ at, after }): SplitPosition[] =>
    after === 'word' ? [] : [{ side, at, cost: COSTS[after] }],
  );
  return [...ends, ...marks];
}

const FIRST_WORD = /^[\s\p{P}]*([\p{L}\p{M}]+)/u;

/** Returns true if a part ends at a good position: after a sentence, a clause or a cue, or before a conjunction. */
function isGoodPosition(
  text: string,
  part: string,
  language: string,
  start: number,
  cues: readonly SourceCue[],
): boolean {
  const at = text.indexOf(part) + part.length;
  if (classifyBorder(text, at, language) !== 'word') return true;
  const next = FIRST_WORD.exec(text.slice(at))?.[1]?.toLowerCase();
  if (next !== undefined && CONJUNCTIONS.has(next)) return true;
  return findCueBorders(text, cues, start).some((border) => text.slice(0, border.at).trim() === part);
}

type HalvedLine = { halves: [Line, Line]; confidence: number };

function findBestHalves(line: Line, languages: Languages, context: LineContext): HalvedLine | null {
  const { cues } = context;
  const hasTarget = line.target.trim() !== '';
  const isUseful = (half: Line) =>
    (half.target !== '' || !hasTarget) &&
    findBorders(half.original, languages.original).length + 1 >= MIN_WORDS &&
    measureLength(half) >= MIN_PART_MS;
  const positions = [
    ...findSplitPositions(line, 'original', languages.original, cues.original),
    ...findSplitPositions(line, 'target', languages.target, cues.target),
  ];
  let best: (HalvedLine & { cost: number }) | null = null;
  for (const { cost, ...position } of positions) {
    const split = splitLine(line, position, languages, context);
    if (!split) continue;
    const { parts: halves, confidence } = split;
    if (!halves.every(isUseful)) continue;
    const [{ original, target }] = halves;
    if (!isGoodPosition(line.original, original, languages.original, line.start, cues.original)) continue;
    if (hasTarget && !isGoodPosition(line.target, target, languages.target, line.start, cues.target))
      continue;
    const [first, second] = halves.map((half) => measureSize(half.original)) as [number, number];
    const imbalance = Math.abs(first / (first + second) - 0.5);
    const totalCost = cost + imbalance + (hasTarget ? DOUBT_COST * (1 - confidence) : 0);
    if (!best || totalCost < best.cost) best = { halves, confidence, cost: totalCost };
  }
  return best;
}

/** The parts of a divided line. `confidence`, 0 to 1, is the probability that each part means the same in both texts. */
export type DividedLine = { parts: Line[]; confidence: number };

/**
 * Divides a long line (over 7 s or 80 characters) and both of its texts, preferably at the end of a sentence, then of a cue, then
 * of a clause, until no part is too long or can be divided well. Each part has both texts (if the line has both), at least two
 * words, and lasts at least 1.5 s. Null if the line isn't long, or has no suitable position.
 */
export function divideLine(
  line: Line,
  languages: Languages,
  context: LineContext = NO_CONTEXT,
): DividedLine | null {
  if (!isTooLong(line) || !line.original.trim()) return null;
  const { original, target } = context.cues;
  const nearbyContext = {
    ...context,
    cues: { original: findCuesNear(original, line), target: findCuesNear(target, line) },
  };
  let confidence = 1;
  const divide = (part: Line): Line[] => {
    const best = isTooLong(part) ? findBestHalves(part, languages, nearbyContext) : null;
    if (!best) return [part];
    confidence = Math.min(confidence, best.confidence);
    return best.halves.flatMap(divide);
  };
  const parts = divide(line);
  return parts.length > 1 ? { parts, confidence } : null;
}
