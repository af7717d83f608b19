import type { Beads } from '../search/beads.ts';
import type { Runs } from '../search/costs.ts';
import { MARK_COUNT, MARK_SETS, type MarkCosts } from '../tracks/punctuation.ts';

// Number of pseudo-beads with independent marks added to the counts, since a mark seen once proves little.
const PSEUDO_COUNT = 10;

export const zeroMarkCosts = (): MarkCosts => new Float64Array(MARK_SETS * MARK_SETS);

/**
 * Learns how well the punctuation marks of the two tracks agree in the beads of an earlier search: the log ratio, relative to
 * chance, of a mark on both sides, one side or neither. If a translation has no full stops, their cost becomes 0.
 */
export function learnMarks(beads: Beads, original: Runs, target: Runs): MarkCosts {
  // Counts by mark: beads that have it on neither track, only on the target, only on the original, on both.
  const counts = Array.from({ length: MARK_COUNT }, () => new Float64Array(4));
  let beadCount = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [a, b] = [beads.original[bead] as number, beads.target[bead] as number];
    const [n, m] = [(beads.original[bead + 1] as number) - a, (beads.target[bead + 1] as number) - b];
    if (n === 0 || m === 0) continue;
    beadCount += 1;
    const [originalSet, targetSet] = [original.marks[n]?.[a] ?? 0, target.marks[m]?.[b] ?? 0];
    for (const [mark, count] of counts.entries()) {
      const sides = findSides(mark, originalSet, targetSet);
      count[sides] = (count[sides] as number) + 1;
    }
  }
  const costs = counts.map((count) => computeCosts(count, beadCount));
  return zeroMarkCosts().map((_, sets) =>
    costs.reduce(
      (sum, cost, mark) =>
        sum + (cost[findSides(mark, Math.floor(sets / MARK_SETS), sets % MARK_SETS)] as number),
      0,
    ),
  );
}

/** Returns 0 if neither set has the mark, 1 if only the second has it, 2 if only the first has it, 3 if both have it. */
const findSides = (mark: number, first: number, second: number): number =>
  ((first >> mark) & 1) * 2 + ((second >> mark) & 1);

function computeCosts(count: Float64Array, beadCount: number): Float64Array {
  const marginal = (first: number, second: number) =>
    ((count[first] as number) + (count[second] as number) + 1) / (beadCount + 2);
  const [originalShares, targetShares] = [
    [marginal(0, 1), marginal(2, 3)],
    [marginal(0, 2), marginal(1, 3)],
  ];
  return count.map((observed, sides) => {
    const chance = (originalShares[sides >> 1] as number) * (targetShares[sides & 1] as number);
    return -Math.log((observed + PSEUDO_COUNT * chance) / (beadCount + PSEUDO_COUNT) / chance);
  });
}
