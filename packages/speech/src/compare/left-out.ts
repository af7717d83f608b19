import { cheapestStep, localDistances } from '../dtw/dtw.ts';
import type { Features } from '../dtw/features.ts';
import { FRAMES_A_SECOND } from '../frames/framing.ts';

export type LeftOut = {
  /** Seconds in the original. */
  start: number;
  end: number;
  /** How much better the take fits without this stretch, in frames of a usual fit; fitted in the bench. */
  evidence: number;
};

const SHORTEST = 10;
// Where a line fades in and out is heard or not by the room: that much at either end isn't a word.
const EDGE = 20;
const TAKE_EDGE = 8;
// What a left-out frame costs, against the usual cost of a frame that was said.
const SKIP_COST = 0.8;
// The same voice again: a fit can't be called bad by how good the rest is.
const LEAST_USUAL = 0.25;

/**
 * The stretch of the original whose omission makes the take fit best: dynamic time warping in two layers, before and after
 * one jump over at least 100 ms of the original. Takes whitened features. Null when the take is empty or doesn't fit at all.
 */
export function findLeftOut(original: Features, take: Features): LeftOut | null {
  const rows = take.frames.length;
  const columns = original.frames.length;
  if (rows < SHORTEST || columns < 2 * SHORTEST) return null;
  const local = localDistances(original, take);
  const usual = usualDistance(local, rows, columns);
  const skip = SKIP_COST * usual;
  const whole = totals(local, rows, columns, skip);

  const steps = new Int8Array(rows * columns);
  const jumped = new Float32Array(rows * columns).fill(Number.POSITIVE_INFINITY);
  // For each cell after the jump: the columns that were jumped over, [from, to).
  const from = new Int32Array(rows * columns).fill(-1);
  const to = new Int32Array(rows * columns).fill(-1);
  for (let row = 0; row < rows; row++) {
    let cheapest = row < TAKE_EDGE ? skip * row : Number.POSITIVE_INFINITY;
    let origin = row < TAKE_EDGE ? 0 : -1;
    for (let column = row === 0 ? EDGE : SHORTEST; column < columns; column++) {
      const cell = row * columns + column;
      const last = column - SHORTEST - 1;
      if (row > 0 && last >= 0) {
        const cost = (whole[(row - 1) * columns + last] as number) - skip * (last + 1);
        if (cost < cheapest) [cheapest, origin] = [cost, last + 1];
      }
      const stay =
        row > 0 ? cheapestStep(jumped, local, steps, columns, row, column) : Number.POSITIVE_INFINITY;
      const jump = cheapest + skip * column + 2 * (local[cell] as number);
      if (jump < stay) {
        jumped[cell] = jump;
        from[cell] = origin;
        to[cell] = column;
      } else if (Number.isFinite(stay)) {
        jumped[cell] = stay;
        const step = steps[cell] as number;
        const previous = cell - (step < 0 ? -step : 1) * columns - (step > 0 ? step : 1);
        from[cell] = from[previous] as number;
        to[cell] = to[previous] as number;
      }
    }
  }
  return best(whole, jumped, from, to, { rows, columns, usual, skip, original });
}

function best(
  whole: Float32Array,
  jumped: Float32Array,
  from: Int32Array,
  to: Int32Array,
  {
    rows,
    columns,
    usual,
    skip,
    original,
  }: { rows: number; columns: number; usual: number; skip: number; original: Features },
): LeftOut | null {
  const end = rows * columns - 1;
  let plain = 4 * usual * (rows + columns);
  let cost = Number.POSITIVE_INFINITY;
  let stretch = { from: -1, to: -1 };
  for (let row = Math.max(0, rows - TAKE_EDGE); row < rows; row++) {
    const cell = (row + 1) * columns - 1;
    const total = (jumped[cell] as number) + skip * (rows - 1 - row);
    plain = Math.min(plain, (whole[cell] as number) + skip * (rows - 1 - row));
    if (total < cost) {
      cost = total;
      stretch = { from: from[cell] as number, to: to[cell] as number };
    }
  }
  // The end of the line was left out: no frame follows the jump.
  for (let left = 1; left < columns - SHORTEST; left++) {
    const until = (whole[end - left] as number) + skip * left;
    if (left < EDGE) plain = Math.min(plain, until);
    else if (until < cost) {
      cost = until;
      stretch = { from: columns - left, to: columns };
    }
  }
  if (!Number.isFinite(cost) || stretch.from < 0) return null;
  const seconds = (index: number): number =>
    (original.frames[Math.min(index, columns - 1)] ?? 0) / FRAMES_A_SECOND;
  return { start: seconds(stretch.from), end: seconds(stretch.to), evidence: (plain - cost) / usual };
}

/** The cost of the best path to each cell, without any jump. */
function totals(local: Float32Array, rows: number, columns: number, skip: number): Float32Array {
  const total = new Float32Array(rows * columns).fill(Number.POSITIVE_INFINITY);
  const steps = new Int8Array(rows * columns);
  for (let column = 0; column < EDGE; column++) total[column] = skip * column + 2 * (local[column] as number);
  for (let row = 0; row < Math.min(rows, TAKE_EDGE); row++) {
    total[row * columns] = skip * row + 2 * (local[row * columns] as number);
  }
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      total[row * columns + column] = cheapestStep(total, local, steps, columns, row, column);
    }
  }
  return total;
}

/** What a frame that was said costs: the median over the take of the distance to its nearest frame, raised by half. */
function usualDistance(local: Float32Array, rows: number, columns: number): number {
  const nearest = Float32Array.from({ length: rows }, (_, row) => {
    let least = Number.POSITIVE_INFINITY;
    for (let cell = row * columns; cell < (row + 1) * columns; cell++)
      least = Math.min(least, local[cell] as number);
    return least;
  }).sort();
  return Math.max(LEAST_USUAL, 1.5 * (nearest[rows >> 1] ?? 0));
}
