import type { CueTrack } from '../tracks/cue-track.ts';
import { MARK_SETS } from '../tracks/punctuation.ts';
import type { Band } from './band.ts';
import type { BeadKind, Beads } from './beads.ts';
import type { Costs, Tolerance } from './costs.ts';
import type { Parameters } from './parameters.ts';

/** Input of a search: two tracks, the band between them, and the costs. `identicalPairs` marks positions in the band. */
export type Search = {
  original: CueTrack;
  target: CueTrack;
  band: Band;
  costs: Costs;
  tolerance: Tolerance;
  parameters: Parameters;
  /** Pairs of cues with exactly equal times, which are always kept together. */
  identicalPairs?: Uint8Array | undefined;
};

/**
 * Returns the cost of a bead of some kind that starts at position `i` of the original and `j` of the target; it must be in the
 * band.
 */
export type BeadCost = (i: number, j: number, kind: BeadKind) => number;

const IDENTICAL_REWARD = 1000;
// Step that leads to a position: the index of the bead's kind, or a lone cue.
const LONE_ORIGINAL = 254;
const LONE_TARGET = 255;

export function beadCostOf({
  original,
  target,
  band,
  costs,
  tolerance,
  parameters,
  identicalPairs,
}: Search): BeadCost {
  const { words, marks, original: originalRuns, target: targetRuns } = costs;
  const { starts, ends } = costs.times;
  const { row, low, high } = band;
  const { lengthRatio, lengthSpread } = tolerance;
  const single = parameters.kinds[0] as BeadKind;
  const costOf: BeadCost = (i, j, kind) => {
    if (kind.crossed) return crossedCost(i, j, kind);
    const { original: rows, target: columns } = kind;
    const toRow = i + rows;
    const to = j + columns;
    const first = (row[i] as number) + j;
    const start = starts[first] as number;
    const end = ends[(row[toRow - 1] as number) + to - 1] as number;
    const length =
      ((targetRuns.lengths[columns] as Float64Array)[j] as number) -
      ((originalRuns.lengths[rows] as Float64Array)[i] as number);
    const off = (length - lengthRatio) / lengthSpread;
    const whole = start + end + parameters.length * Math.log1p(off * off);
    const part = kind === single ? parameters.partial + (start < end ? start : end) : whole;
    let cost = kind.prior + (whole < part ? whole : part);
    cost += marks[
      ((originalRuns.marks[rows] as Uint8Array)[i] as number) * MARK_SETS +
        ((targetRuns.marks[columns] as Uint8Array)[j] as number)
    ] as number;
    cost += (originalRuns.joins[rows] as Float64Array)[i] as number;
    cost += (targetRuns.joins[columns] as Float64Array)[j] as number;
    if (original.silent[i] !== target.silent[j]) cost += parameters.tag;
    let shared = 0;
    for (let a = i; a < toRow; a += 1) {
      const last = Math.min(high[a] as number, to - 1);
      for (let b = Math.max(j, low[a] as number); b <= last; b += 1) {
        shared += (words[(row[a] as number) + b] as number) - parameters.chance;
      }
    }
    cost -= parameters.words * shared;
    if (kind === single && identicalPairs?.[first] === 1) cost -= IDENTICAL_REWARD;
    return cost;
  };
  const crossedCost = (i: number, j: number, kind: BeadKind) => {
    // Only cues that overlap the next one on both tracks can be reordered.
    if (!liesOver(original, i) || !liesOver(target, j)) return Number.POSITIVE_INFINITY;
    if (!isInBand(band, i, j + 1) || !isInBand(band, i + 1, j)) return Number.POSITIVE_INFINITY;
    return kind.prior + costOf(i, j + 1, single) + costOf(i + 1, j, single);
  };
  return costOf;
}

function isInBand({ low, high }: Band, i: number, j: number): boolean {
  return j >= (low[i] as number) && j <= (high[i] as number);
}

function liesOver(track: CueTrack, at: number): boolean {
  return (track.start[at + 1] as number) < (track.end[at] as number);
}

/** Returns true if a bead from (i, j) ends within the band, and its last pair of cues is in it. */
export function fits({ low, high }: Band, i: number, j: number, kind: BeadKind): boolean {
  const toRow = i + kind.original;
  const to = j + kind.target;
  if (toRow >= low.length || to > (high[toRow] as number) || to < (low[toRow] as number)) return false;
  return to - 1 >= (low[toRow - 1] as number) && to - 1 <= (high[toRow - 1] as number);
}

export function loneCost(track: CueTrack, at: number, parameters: Parameters): number {
  return track.silent[at] === 1 ? parameters.loneSilent : parameters.lone;
}

/** Finds the cheapest beads through the band: a dynamic programme over all positions in it. */
export function searchBeads(search: Search): Beads {
  const { original, target, band, parameters } = search;
  const { kinds } = parameters;
  const costOf = beadCostOf(search);
  const total = new Float64Array(band.size).fill(Number.POSITIVE_INFINITY);
  const reachedBy = new Uint8Array(band.size);
  const [rows, columns] = [original.size, target.size];
  total[band.row[0] as number] = 0;
  for (let i = 0; i <= rows; i += 1) {
    const [row, high] = [band.row[i] as number, band.high[i] as number];
    const [nextRow, nextLow, nextHigh] =
      i < rows
        ? [band.row[i + 1] as number, band.low[i + 1] as number, band.high[i + 1] as number]
        : [0, 1, 0];
    const lone = i < rows ? loneCost(original, i, parameters) : 0;
    for (let j = band.low[i] as number; j <= high; j += 1) {
      const here = total[row + j] as number;
      if (j < high) reach(row + j + 1, here + loneCost(target, j, parameters), LONE_TARGET, total, reachedBy);
      if (j >= nextLow && j <= nextHigh) reach(nextRow + j, here + lone, LONE_ORIGINAL, total, reachedBy);
      if (i === rows || j === columns) continue;
      for (let k = 0; k < kinds.length; k += 1) {
        const kind = kinds[k] as BeadKind;
        if (!fits(band, i, j, kind)) continue;
        const next = (band.row[i + kind.original] as number) + j + kind.target;
        reach(next, here + costOf(i, j, kind), k, total, reachedBy);
      }
    }
  }
  return traceBack(search, total, reachedBy);
}

function reach(position: number, cost: number, by: number, total: Float64Array, reachedBy: Uint8Array): void {
  if (cost >= (total[position] as number)) return;
  total[position] = cost;
  reachedBy[position] = by;
}

function traceBack(
  { band, original, target, parameters }: Search,
  total: Float64Array,
  reachedBy: Uint8Array,
): Beads {
  let [i, j] = [original.size, target.size];
  const borders = { original: [i], target: [j] };
  const cost: number[] = [];
  const crossed: number[] = [];
  while (i > 0 || j > 0) {
    const here = (band.row[i] as number) + j;
    const by = reachedBy[here] as number;
    const kind = parameters.kinds[by];
    if (by === LONE_ORIGINAL) i -= 1;
    else if (by === LONE_TARGET || !kind) j -= 1;
    else [i, j] = [i - kind.original, j - kind.target];
    cost.push((total[here] as number) - (total[(band.row[i] as number) + j] as number));
    crossed.push(by < LONE_ORIGINAL && kind?.crossed ? 1 : 0);
    borders.original.push(i);
    borders.target.push(j);
  }
  return {
    size: cost.length,
    original: Int32Array.from(borders.original.reverse()),
    target: Int32Array.from(borders.target.reverse()),
    cost: Float64Array.from(cost.reverse()),
    crossed: Uint8Array.from(crossed.reverse()),
  };
}
