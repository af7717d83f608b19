import { cheapestStep, localDistances, MAX_SLOPE } from '../dtw/dtw.ts';
import type { Features } from '../dtw/features.ts';
import { FRAMES_PER_SECOND } from '../frames/framing.ts';

/** A time range in seconds. */
type Stretch = { start: number; end: number };

export type LeftOut = {
  /** Cost reduction from skipping part of the original, as a multiple of the typical cost per frame. */
  evidence: number;
  /** Time range of the omitted words in the original; null if other words fit as well. */
  place: Stretch | null;
};

const MIN_FRAMES = 10;
// Maximum distance in frames between an omission and the word boundaries, which are estimates.
const WORD_MARGIN = 8;
const MAX_WORDS = 8;
// Penalty for each additional word, as a multiple of the typical cost per frame: learners omit one word more often than two.
const EXTRA_WORD_COST = 6;
// Margin by which the omitted words must fit better than any others (docs/speech.md).
const PLACE_MARGIN = 5;
// Maximum numbers of frames to skip at either end of the line and of the take, since a fade is audible only in some rooms.
const MAX_SKIPPED_LINE = 20;
const MAX_SKIPPED_TAKE = 8;
// Cost of an omitted frame, relative to the typical cost of a spoken frame.
const SKIP_COST = 0.8;
// Lower limit of the typical cost, which is near zero if the take has the original's voice.
const MIN_USUAL_COST = 0.25;

/**
 * Finds the words that a take omits. The evidence is how much better the take aligns if at least 100 ms of the original are
 * skipped. Runs dynamic time warping forwards to the start of the omission and backwards to its end. Takes whitened features, and
 * the times of the original's words. Null if the take is empty or can't be aligned.
 */
export function findLeftOut(
  original: Features,
  take: Features,
  words: readonly Stretch[] = [],
): LeftOut | null {
  const rows = take.frames.length;
  const columns = original.frames.length;
  if (rows < MIN_FRAMES || columns < 2 * MIN_FRAMES) return null;
  const local = localDistances(original, take);
  const usualCost = estimateUsualCost(local, rows, columns);
  const grid = { rows, columns, skip: SKIP_COST * usualCost };
  const fit: Fit = {
    ...grid,
    before: accumulateCosts(local, grid),
    after: accumulateCosts(local.toReversed(), grid).reverse(),
  };
  const lowest = costWithout(fit, { from: [0, columns], to: [0, columns] });
  if (!Number.isFinite(lowest)) return null;
  const costWithAll = Math.min(4 * usualCost * (rows + columns), costOfWholeLine(fit));
  const findColumn = (seconds: number): number => {
    const index = original.frames.findIndex((frame) => frame >= seconds * FRAMES_PER_SECOND);
    return index < 0 ? columns : index;
  };
  const bounds = words.map(({ start, end }) => [findColumn(start), findColumn(end)] as const);
  return {
    evidence: (costWithAll - lowest) / usualCost,
    place: findOmittedWords(fit, words, bounds, usualCost),
  };
}

/** Returns the words whose omission has the lowest cost; null if other words cost nearly as little. */
function findOmittedWords(
  fit: Fit,
  words: readonly Stretch[],
  bounds: readonly (readonly [number, number])[],
  usualCost: number,
): Stretch | null {
  const runs = words.flatMap((first, index) =>
    words.slice(index, index + MAX_WORDS).map((last, extraWords) => {
      const [from, to] = [bounds[index]?.[0] ?? 0, bounds[index + extraWords]?.[1] ?? 0];
      const cost = costWithout(fit, { from: withMargin(from, fit), to: withMargin(to, fit) });
      return { start: first.start, end: last.end, cost: cost + extraWords * EXTRA_WORD_COST * usualCost };
    }),
  );
  const [best, secondBest] = runs.sort((a, b) => a.cost - b.cost);
  if (!best || (secondBest && secondBest.cost - best.cost < PLACE_MARGIN * usualCost)) return null;
  return { start: best.start, end: best.end };
}

const withMargin = (column: number, { columns }: Fit): [number, number] => [
  Math.max(0, column - WORD_MARGIN),
  Math.min(columns, column + WORD_MARGIN),
];

type Grid = { rows: number; columns: number; skip: number };

/** `before`: cost of the best path up to a pair of frames; `after`: cost of the best path from there. */
type Fit = Grid & { before: Float32Array; after: Float32Array };

/** Returns the cost without an omission. A few frames at either end can be skipped. */
function costOfWholeLine({ before, rows, columns, skip }: Fit): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let skipped = 0; skipped < Math.min(rows, MAX_SKIPPED_TAKE); skipped++)
    lowest = Math.min(lowest, (before[(rows - skipped) * columns - 1] as number) + skip * skipped);
  for (let skipped = 1; skipped < Math.min(columns, MAX_SKIPPED_LINE); skipped++)
    lowest = Math.min(lowest, (before[rows * columns - 1 - skipped] as number) + skip * skipped);
  return lowest;
}

/** Returns the minimum cost of an omission that starts in the range `from` and ends in `to` (columns, inclusive). */
function costWithout(fit: Fit, { from, to }: { from: [number, number]; to: [number, number] }): number {
  const { before, after, rows, columns, skip } = fit;
  let best = Number.POSITIVE_INFINITY;
  for (let row = 0; row <= rows; row++) {
    // The omission can include the start or the end of the line.
    const skipToStart = row < MAX_SKIPPED_TAKE ? skip * row : Number.POSITIVE_INFINITY;
    const skipToEnd =
      rows - row < MAX_SKIPPED_TAKE ? skip * (rows - row + columns) : Number.POSITIVE_INFINITY;
    let costBefore = Number.POSITIVE_INFINITY;
    let omissionStart = from[0];
    for (let column = Math.max(to[0], MIN_FRAMES); column <= to[1]; column++) {
      for (; omissionStart <= Math.min(from[1], column - MIN_FRAMES); omissionStart++) {
        const cost =
          omissionStart === 0
            ? skipToStart
            : row > 0
              ? (before[(row - 1) * columns + omissionStart - 1] as number) - skip * omissionStart
              : Number.POSITIVE_INFINITY;
        if (cost < costBefore) costBefore = cost;
      }
      const costAfter =
        column === columns
          ? skipToEnd
          : row < rows
            ? (after[row * columns + column] as number) + skip * column
            : Number.POSITIVE_INFINITY;
      if (costBefore + costAfter < best) best = costBefore + costAfter;
    }
  }
  return best;
}

/** Returns the cost of the best path to each cell. */
function accumulateCosts(local: Float32Array, { rows, columns, skip }: Grid): Float32Array {
  const total = new Float32Array(rows * columns).fill(Number.POSITIVE_INFINITY);
  const steps = new Int8Array(rows * columns);
  for (let column = 0; column < Math.min(columns, MAX_SKIPPED_LINE); column++)
    total[column] = skip * column + 2 * (local[column] as number);
  for (let row = 0; row < Math.min(rows, MAX_SKIPPED_TAKE); row++)
    total[row * columns] = skip * row + 2 * (local[row * columns] as number);
  for (let row = 1; row < rows; row++) {
    // Other cells are unreachable, since a step spans at most three frames.
    const from = Math.max(1, Math.floor((row - MAX_SKIPPED_TAKE) / MAX_SLOPE));
    const to = Math.min(columns, MAX_SKIPPED_LINE + MAX_SLOPE * (row + 1));
    for (let column = from; column < to; column++) {
      total[row * columns + column] = cheapestStep(total, local, steps, columns, row, column);
    }
  }
  return total;
}

/**
 * Returns the typical cost of a spoken frame: 1.5 times the median distance from each of the take's frames to its nearest frame.
 */
function estimateUsualCost(local: Float32Array, rows: number, columns: number): number {
  const nearest = Float32Array.from({ length: rows }, (_, row) => {
    let lowest = Number.POSITIVE_INFINITY;
    for (let cell = row * columns; cell < (row + 1) * columns; cell++)
      if ((local[cell] as number) < lowest) lowest = local[cell] as number;
    return lowest;
  }).sort();
  return Math.max(MIN_USUAL_COST, 1.5 * (nearest[rows >> 1] ?? 0));
}
