import { cheapestStep, localDistances, STEEPEST } from '../dtw/dtw.ts';
import type { Features } from '../dtw/features.ts';
import { FRAMES_A_SECOND } from '../frames/framing.ts';

/** Seconds. */
type Stretch = { start: number; end: number };

export type LeftOut = {
  /** Gain in fit if part of the original is omitted, in frames of a usual fit. Fitted in the bench. */
  evidence: number;
  /** The omitted words in the original; null if others fit as well. */
  place: Stretch | null;
};

const SHORTEST = 10;
// Frames by which an omission may differ from the words' bounds, which are estimates.
const REACH = 8;
const MAX_WORDS = 8;
// Penalty for each further word, in frames of a usual fit: omitting one word is more frequent than omitting two.
const ANOTHER_WORD = 6;
// Margin by which the named words must fit better than any others; from the bench (docs/speech.md).
const PLACE_MARGIN = 5;
// Frames at either end that are never a word: whether a fade is audible depends on the room.
const EDGE = 20;
const TAKE_EDGE = 8;
// Cost of an omitted frame, relative to the usual cost of a spoken one.
const SKIP_COST = 0.8;
// Lower bound for takes by the original voice, whose usual cost is near zero.
const MIN_USUAL_COST = 0.25;

/**
 * Finds the words that a take omits, and the evidence: how much better it fits without at least 100 ms of the original. Runs
 * dynamic time warping forwards to the start of the omission, and backwards to its end. Takes whitened features, and the times of
 * the original's words. Null if the take is empty or doesn't fit at all.
 */
export function findLeftOut(
  original: Features,
  take: Features,
  words: readonly Stretch[] = [],
): LeftOut | null {
  const rows = take.frames.length;
  const columns = original.frames.length;
  if (rows < SHORTEST || columns < 2 * SHORTEST) return null;
  const local = localDistances(original, take);
  const usual = usualDistance(local, rows, columns);
  const grid = { rows, columns, skip: SKIP_COST * usual };
  const fit: Fit = {
    ...grid,
    before: totals(local, grid),
    after: totals(local.toReversed(), grid).reverse(),
  };
  const least = costWithout(fit, { from: [0, columns], to: [0, columns] });
  if (!Number.isFinite(least)) return null;
  const plain = Math.min(4 * usual * (rows + columns), plainCost(fit));
  const columnOf = (seconds: number): number => {
    const at = original.frames.findIndex((frame) => frame >= seconds * FRAMES_A_SECOND);
    return at < 0 ? columns : at;
  };
  const bounds = words.map(({ start, end }) => [columnOf(start), columnOf(end)] as const);
  return { evidence: (plain - least) / usual, place: placeOf(fit, words, bounds, usual) };
}

/** Returns the words whose omission fits best, unless other words fit nearly as well. */
function placeOf(
  fit: Fit,
  words: readonly Stretch[],
  bounds: readonly (readonly [number, number])[],
  usual: number,
): Stretch | null {
  const runs = words.flatMap((first, index) =>
    words.slice(index, index + MAX_WORDS).map((last, more) => {
      const [from, to] = [bounds[index]?.[0] ?? 0, bounds[index + more]?.[1] ?? 0];
      const cost = costWithout(fit, { from: around(from, fit), to: around(to, fit) });
      return { start: first.start, end: last.end, cost: cost + more * ANOTHER_WORD * usual };
    }),
  );
  const [best, next] = runs.sort((a, b) => a.cost - b.cost);
  if (!best || (next && next.cost - best.cost < PLACE_MARGIN * usual)) return null;
  return { start: best.start, end: best.end };
}

const around = (column: number, { columns }: Fit): [number, number] => [
  Math.max(0, column - REACH),
  Math.min(columns, column + REACH),
];

type Grid = { rows: number; columns: number; skip: number };

/** `before`: cost up to a frame of both sounds; `after`: cost from there on. */
type Fit = Grid & { before: Float32Array; after: Float32Array };

/** Cost without an omission: a frame or two at either end may be missing. */
function plainCost({ before, rows, columns, skip }: Fit): number {
  let least = Number.POSITIVE_INFINITY;
  for (let left = 0; left < Math.min(rows, TAKE_EDGE); left++)
    least = Math.min(least, (before[(rows - left) * columns - 1] as number) + skip * left);
  for (let left = 1; left < Math.min(columns, EDGE); left++)
    least = Math.min(least, (before[rows * columns - 1 - left] as number) + skip * left);
  return least;
}

/** Minimum cost of omitting the columns from one of `from` up to one of `to` (both inclusive). */
function costWithout(fit: Fit, { from, to }: { from: [number, number]; to: [number, number] }): number {
  const { before, after, rows, columns, skip } = fit;
  let best = Number.POSITIVE_INFINITY;
  for (let row = 0; row <= rows; row++) {
    // The start of the line may be omitted, with no frame before it, and so may its end.
    const atStart = row < TAKE_EDGE ? skip * row : Number.POSITIVE_INFINITY;
    const atEnd = rows - row < TAKE_EDGE ? skip * (rows - row + columns) : Number.POSITIVE_INFINITY;
    let start = Number.POSITIVE_INFINITY;
    let next = from[0];
    for (let column = Math.max(to[0], SHORTEST); column <= to[1]; column++) {
      for (; next <= Math.min(from[1], column - SHORTEST); next++) {
        const cost =
          next === 0
            ? atStart
            : row > 0
              ? (before[(row - 1) * columns + next - 1] as number) - skip * next
              : Number.POSITIVE_INFINITY;
        if (cost < start) start = cost;
      }
      const rest =
        column === columns
          ? atEnd
          : row < rows
            ? (after[row * columns + column] as number) + skip * column
            : Number.POSITIVE_INFINITY;
      if (start + rest < best) best = start + rest;
    }
  }
  return best;
}

/** The cost of the best path to each cell. */
function totals(local: Float32Array, { rows, columns, skip }: Grid): Float32Array {
  const total = new Float32Array(rows * columns).fill(Number.POSITIVE_INFINITY);
  const steps = new Int8Array(rows * columns);
  for (let column = 0; column < Math.min(columns, EDGE); column++)
    total[column] = skip * column + 2 * (local[column] as number);
  for (let row = 0; row < Math.min(rows, TAKE_EDGE); row++)
    total[row * columns] = skip * row + 2 * (local[row * columns] as number);
  for (let row = 1; row < rows; row++) {
    // No path reaches the other cells: a step spans three frames at most.
    const from = Math.max(1, Math.floor((row - TAKE_EDGE) / STEEPEST));
    const to = Math.min(columns, EDGE + STEEPEST * (row + 1));
    for (let column = from; column < to; column++) {
      total[row * columns + column] = cheapestStep(total, local, steps, columns, row, column);
    }
  }
  return total;
}

/** Returns the usual cost of a spoken frame: the median over the take of the distance to its nearest frame, times 1.5. */
function usualDistance(local: Float32Array, rows: number, columns: number): number {
  const nearest = Float32Array.from({ length: rows }, (_, row) => {
    let least = Number.POSITIVE_INFINITY;
    for (let cell = row * columns; cell < (row + 1) * columns; cell++)
      if ((local[cell] as number) < least) least = local[cell] as number;
    return least;
  }).sort();
  return Math.max(MIN_USUAL_COST, 1.5 * (nearest[rows >> 1] ?? 0));
}
