import { DIMENSIONS, distance, type Features } from './features.ts';

export type DtwOptions = {
  /** Lets the take end anywhere in the original, for unfinished takes. */
  openEnd?: boolean;
  /** Maximum number of frames to skip at either end of the take: breath, a false start. */
  maxSkipped?: number;
  /** Returns null as soon as no alignment can cost less than this. */
  maxCost?: number;
};

export type Alignment = {
  /** Mean distance along the path, 0 to 2. */
  cost: number;
  /** Matched pairs of vector indexes, in order. */
  path: { original: number; take: number }[];
  /** Index of the original's vector at which the take ends. */
  end: number;
};

// Slopes from 1/3 to 3 (Sakoe & Chiba 1978, P = 1/2): one frame of one recording matches up to 3 frames of the other.
export const MAX_SLOPE = 3;

/**
 * Aligns a take with the original by dynamic time warping with symmetric weights (Sakoe & Chiba 1978). Null if either is empty or
 * their lengths differ by more than the slope limits allow.
 */
export function align(
  original: Features,
  take: Features,
  { openEnd = false, maxSkipped = 0, maxCost = Number.POSITIVE_INFINITY }: DtwOptions = {},
): Alignment | null {
  const rows = take.frames.length;
  const columns = original.frames.length;
  if (rows === 0 || columns === 0) return null;
  const total = new Float32Array(rows * columns).fill(Number.POSITIVE_INFINITY);
  const local = new Float32Array(rows * columns);
  const steps = new Int8Array(rows * columns);
  const maxTotal = maxCost * (rows + columns);
  // Minima of the last rows, since a step spans at most MAX_SLOPE rows.
  let recentMinima = new Array<number>(MAX_SLOPE).fill(0);
  for (let row = 0; row < rows; row++) {
    const { from, to } = openEnd
      ? { from: 0, to: columns }
      : findReachableColumns(row, { rows, columns, maxSkipped });
    let lowest = Number.POSITIVE_INFINITY;
    for (let column = from; column < to; column++) {
      const cell = row * columns + column;
      local[cell] = distance(take.vectors, row, original.vectors, column);
      if (column === 0 && row <= maxSkipped) total[cell] = 2 * (local[cell] as number);
      else if (row > 0 && column > 0) total[cell] = cheapestStep(total, local, steps, columns, row, column);
      if ((total[cell] as number) < lowest) lowest = total[cell] as number;
    }
    recentMinima = [...recentMinima.slice(1), lowest];
    if (recentMinima.every((cost) => cost >= maxTotal)) return null;
  }
  const last = findLastCell(total, rows, columns, openEnd, maxSkipped);
  if (last === null) return null;
  const aligned = tracePath(steps, columns, last, total);
  return aligned.cost < maxCost ? { ...aligned, end: last.column } : null;
}

/** Returns the range of columns that the slope limits allow in a row, with a margin. */
function findReachableColumns(
  row: number,
  { rows, columns, maxSkipped }: { rows: number; columns: number; maxSkipped: number },
): { from: number; to: number } {
  const [rowsDone, rowsLeft] = [row + 1, rows - row];
  const [minDone, maxDone] = [
    (rowsDone - maxSkipped) / MAX_SLOPE - MAX_SLOPE,
    MAX_SLOPE * (rowsDone + MAX_SLOPE),
  ];
  const [minLeft, maxLeft] = [
    (rowsLeft - maxSkipped) / MAX_SLOPE - MAX_SLOPE,
    MAX_SLOPE * (rowsLeft + MAX_SLOPE),
  ];
  return {
    from: Math.max(0, Math.floor(Math.max(minDone, columns - maxLeft))),
    to: Math.min(columns, Math.ceil(Math.min(maxDone, columns - minLeft))),
  };
}

/**
 * Returns the cost of the cheapest path to a cell, and stores its last step: n > 1 consumes n frames of the original, −n consumes
 * n frames of the take.
 */
export function cheapestStep(
  total: Float32Array,
  local: Float32Array,
  steps: Int8Array,
  columns: number,
  row: number,
  column: number,
): number {
  const cell = row * columns + column;
  const cellCost = local[cell] as number;
  let best = (total[cell - columns - 1] as number) + 2 * cellCost;
  let step = 1;
  // Unrolled for up to MAX_SLOPE frames, since this runs for each pair of frames.
  if (column > 1) {
    const cost = (total[cell - columns - 2] as number) + cellCost + 2 * (local[cell - 1] as number);
    if (cost < best) [best, step] = [cost, 2];
  }
  if (column > 2) {
    const alongCost = cellCost + (local[cell - 1] as number);
    const cost = (total[cell - columns - 3] as number) + alongCost + 2 * (local[cell - 2] as number);
    if (cost < best) [best, step] = [cost, 3];
  }
  if (row > 1) {
    const previousRow = cell - columns;
    const cost = (total[previousRow - columns - 1] as number) + cellCost + 2 * (local[previousRow] as number);
    if (cost < best) [best, step] = [cost, -2];
  }
  if (row > 2) {
    const previousRow = cell - 2 * columns;
    const alongCost = cellCost + (local[cell - columns] as number);
    const cost =
      (total[previousRow - columns - 1] as number) + alongCost + 2 * (local[previousRow] as number);
    if (cost < best) [best, step] = [cost, -3];
  }
  steps[cell] = step;
  return best;
}

export function localDistances(original: Features, take: Features): Float32Array {
  const columns = original.frames.length;
  const local = new Float32Array(take.frames.length * columns);
  if (original.vectors.length !== columns * DIMENSIONS)
    throw new RangeError('These are not feature vectors.');
  for (let row = 0; row < take.frames.length; row++) {
    for (let column = 0; column < columns; column++) {
      local[row * columns + column] = distance(take.vectors, row, original.vectors, column);
    }
  }
  return local;
}

type Cell = { row: number; column: number };

/** Finds the last cell of the path with the lowest mean cost. */
function findLastCell(
  total: Float32Array,
  rows: number,
  columns: number,
  openEnd: boolean,
  maxSkipped: number,
): Cell | null {
  let best: Cell | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (let row = Math.max(0, rows - 1 - maxSkipped); row < rows; row++) {
    for (let column = openEnd ? 0 : columns - 1; column < columns; column++) {
      const cost = (total[row * columns + column] as number) / (row + column + 2);
      if (cost < lowest) [lowest, best] = [cost, { row, column }];
    }
  }
  return best;
}

function tracePath(
  steps: Int8Array,
  columns: number,
  last: Cell,
  total: Float32Array,
): Pick<Alignment, 'cost' | 'path'> {
  const cost = total[last.row * columns + last.column] as number;
  const path = [];
  let { row, column } = last;
  for (;;) {
    path.push({ original: column, take: row });
    if (row === 0 || column === 0) break;
    const step = steps[row * columns + column] as number;
    for (let offset = 1; offset < Math.abs(step); offset++) {
      if (step > 0) path.push({ original: column - offset, take: row });
      else path.push({ original: column, take: row - offset });
    }
    row -= step < 0 ? -step : 1;
    column -= step > 0 ? step : 1;
  }
  return { cost: cost / (last.row - row + last.column + 2), path: path.reverse() };
}
