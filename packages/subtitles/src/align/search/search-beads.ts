import type { CueTrack } from '../tracks/cue-track.ts';
import { MARK_SETS } from '../tracks/punctuation.ts';
import type { Band } from './band.ts';
import type { BeadKind, Beads } from './beads.ts';
import type { Costs, Tolerance } from './costs.ts';
import type { Parameters } from './parameters.ts';

/** Input of a search: two tracks, the band between them, and the costs. */
export type Search = {
  original: CueTrack;
  target: CueTrack;
  band: Band;
  costs: Costs;
  tolerance: Tolerance;
  parameters: Parameters;
  /** 1 at each position in the band whose cues have exactly equal times; these are always joined. */
  identicalPairs?: Uint8Array | undefined;
};

/** Returns the cost of a bead of a kind that starts at position (`i`, `j`) of the band. */
export type BeadCost = (i: number, j: number, kind: BeadKind) => number;

const IDENTICAL_REWARD = 1000;
// A step is the index of a bead kind, or one of these values for a cue without a counterpart.
const LONE_ORIGINAL = 254;
const LONE_TARGET = 255;

export function createBeadCost({
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
    const rowEnd = i + rows;
    const columnEnd = j + columns;
    const first = (row[i] as number) + j;
    const start = starts[first] as number;
    const end = ends[(row[rowEnd - 1] as number) + columnEnd - 1] as number;
    const length =
      ((targetRuns.lengths[columns] as Float64Array)[j] as number) -
      ((originalRuns.lengths[rows] as Float64Array)[i] as number);
    const deviation = (length - lengthRatio) / lengthSpread;
    const fullCost = start + end + parameters.length * Math.log1p(deviation * deviation);
    const partialCost = kind === single ? parameters.partial + (start < end ? start : end) : fullCost;
    let cost = kind.prior + (fullCost < partialCost ? fullCost : partialCost);
    cost += marks[
      ((originalRuns.marks[rows] as Uint8Array)[i] as number) * MARK_SETS +
        ((targetRuns.marks[columns] as Uint8Array)[j] as number)
    ] as number;
    cost += (originalRuns.joins[rows] as Float64Array)[i] as number;
    cost += (targetRuns.joins[columns] as Float64Array)[j] as number;
    if (original.nonSpeech[i] !== target.nonSpeech[j]) cost += parameters.tag;
    let shared = 0;
    for (let a = i; a < rowEnd; a += 1) {
      const last = Math.min(high[a] as number, columnEnd - 1);
      for (let b = Math.max(j, low[a] as number); b <= last; b += 1) {
        shared += (words[(row[a] as number) + b] as number) - parameters.chance;
      }
    }
    cost -= parameters.words * shared;
    if (kind === single && identicalPairs?.[first] === 1) cost -= IDENTICAL_REWARD;
    return cost;
  };
  const crossedCost = (i: number, j: number, kind: BeadKind) => {
    // Only cues that overlap the next cue on both tracks can be crossed.
    if (!overlapsNext(original, i) || !overlapsNext(target, j)) return Number.POSITIVE_INFINITY;
    if (!isInBand(band, i, j + 1) || !isInBand(band, i + 1, j)) return Number.POSITIVE_INFINITY;
    return kind.prior + costOf(i, j + 1, single) + costOf(i + 1, j, single);
  };
  return costOf;
}

function isInBand({ low, high }: Band, i: number, j: number): boolean {
  return j >= (low[i] as number) && j <= (high[i] as number);
}

function overlapsNext(track: CueTrack, index: number): boolean {
  return (track.start[index + 1] as number) < (track.end[index] as number);
}

/** Returns true if a bead that starts at (i, j) ends within the band, as does its last pair of cues. */
export function fitsBand({ low, high }: Band, i: number, j: number, kind: BeadKind): boolean {
  const rowEnd = i + kind.original;
  const columnEnd = j + kind.target;
  if (rowEnd >= low.length || columnEnd > (high[rowEnd] as number) || columnEnd < (low[rowEnd] as number))
    return false;
  return columnEnd - 1 >= (low[rowEnd - 1] as number) && columnEnd - 1 <= (high[rowEnd - 1] as number);
}

export function loneCost(track: CueTrack, index: number, parameters: Parameters): number {
  return track.nonSpeech[index] === 1 ? parameters.loneNonSpeech : parameters.lone;
}

/** Finds the cheapest sequence of beads through the band by dynamic programming. */
export function searchBeads(search: Search): Beads {
  const { original, target, band, parameters } = search;
  const { kinds } = parameters;
  const costOf = createBeadCost(search);
  const total = new Float64Array(band.size).fill(Number.POSITIVE_INFINITY);
  const steps = new Uint8Array(band.size);
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
      const costSoFar = total[row + j] as number;
      if (j < high)
        relax(row + j + 1, costSoFar + loneCost(target, j, parameters), LONE_TARGET, total, steps);
      if (j >= nextLow && j <= nextHigh) relax(nextRow + j, costSoFar + lone, LONE_ORIGINAL, total, steps);
      if (i === rows || j === columns) continue;
      for (let k = 0; k < kinds.length; k += 1) {
        const kind = kinds[k] as BeadKind;
        if (!fitsBand(band, i, j, kind)) continue;
        const next = (band.row[i + kind.original] as number) + j + kind.target;
        relax(next, costSoFar + costOf(i, j, kind), k, total, steps);
      }
    }
  }
  return traceBack(search, total, steps);
}

function relax(position: number, cost: number, step: number, total: Float64Array, steps: Uint8Array): void {
  if (cost >= (total[position] as number)) return;
  total[position] = cost;
  steps[position] = step;
}

function traceBack(
  { band, original, target, parameters }: Search,
  total: Float64Array,
  steps: Uint8Array,
): Beads {
  let [i, j] = [original.size, target.size];
  const borders = { original: [i], target: [j] };
  const cost: number[] = [];
  const crossed: number[] = [];
  while (i > 0 || j > 0) {
    const position = (band.row[i] as number) + j;
    const step = steps[position] as number;
    const kind = parameters.kinds[step];
    if (step === LONE_ORIGINAL) i -= 1;
    else if (step === LONE_TARGET || !kind) j -= 1;
    else [i, j] = [i - kind.original, j - kind.target];
    cost.push((total[position] as number) - (total[(band.row[i] as number) + j] as number));
    crossed.push(step < LONE_ORIGINAL && kind?.crossed ? 1 : 0);
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
