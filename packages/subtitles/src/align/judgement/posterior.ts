import type { BeadKind, Beads } from '../search/beads.ts';
import { createBeadCost, fitsBand, loneCost, type Search } from '../search/search-beads.ts';

/**
 * Returns the posterior probability of each bead, 0 to 1, over all paths through the band (forward-backward algorithm). It is
 * only as reliable as the costs.
 */
export function computePosteriors(search: Search, beads: Beads): Float64Array {
  const { original, target, band, parameters } = search;
  const { kinds } = parameters;
  const costOf = createBeadCost(search);
  const [rows, columns] = [original.size, target.size];
  // Log sums over all paths from the start to a position (`before`), and from there to the end (`after`).
  const before = new Float64Array(band.size).fill(Number.NEGATIVE_INFINITY);
  const after = new Float64Array(band.size).fill(Number.NEGATIVE_INFINITY);
  before[band.row[0] as number] = 0;
  after[(band.row[rows] as number) + columns] = 0;
  const visit = (i: number, j: number, step: (to: number, cost: number) => void) => {
    const position = (band.row[i] as number) + j;
    if (j < (band.high[i] as number)) step(position + 1, loneCost(target, j, parameters));
    if (i < rows && j >= (band.low[i + 1] as number) && j <= (band.high[i + 1] as number)) {
      step((band.row[i + 1] as number) + j, loneCost(original, i, parameters));
    }
    if (i === rows || j === columns) return;
    for (let k = 0; k < kinds.length; k += 1) {
      const kind = kinds[k] as BeadKind;
      if (!fitsBand(band, i, j, kind)) continue;
      step((band.row[i + kind.original] as number) + j + kind.target, costOf(i, j, kind));
    }
  };
  let position = 0;
  const addToNext = (to: number, cost: number) => {
    before[to] = addLogs(before[to] as number, (before[position] as number) - cost);
  };
  const addFromNext = (to: number, cost: number) => {
    after[position] = addLogs(after[position] as number, (after[to] as number) - cost);
  };
  for (let i = 0; i <= rows; i += 1) {
    for (let j = band.low[i] as number; j <= (band.high[i] as number); j += 1) {
      position = (band.row[i] as number) + j;
      visit(i, j, addToNext);
    }
  }
  for (let i = rows; i >= 0; i -= 1) {
    for (let j = band.high[i] as number; j >= (band.low[i] as number); j -= 1) {
      position = (band.row[i] as number) + j;
      visit(i, j, addFromNext);
    }
  }
  const total = after[band.row[0] as number] as number;
  const findPosition = (bead: number) =>
    (band.row[beads.original[bead] as number] as number) + (beads.target[bead] as number);
  return beads.cost.map((cost, bead) =>
    Math.min(
      1,
      Math.exp(
        (before[findPosition(bead)] as number) - cost + (after[findPosition(bead + 1)] as number) - total,
      ),
    ),
  );
}

// Difference between two logarithms above which the smaller one adds nothing to their sum.
const NEGLIGIBLE = 20;

function addLogs(a: number, b: number): number {
  const high = a > b ? a : b;
  const low = a > b ? b : a;
  return high - low > NEGLIGIBLE || low === Number.NEGATIVE_INFINITY
    ? high
    : high + Math.log1p(Math.exp(low - high));
}
