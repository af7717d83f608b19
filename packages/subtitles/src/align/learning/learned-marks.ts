import type { Beads } from '../search/beads.ts';
import type { Runs } from '../search/costs.ts';
import { MARK_COUNT, MARK_SETS, type MarkCosts } from '../tracks/punctuation.ts';

// Pseudo-count of beads with independent marks, added to the pair's own: a mark seen once says little.
const CHANCE = 10;

export const noMarks = (): MarkCosts => new Float64Array(MARK_SETS * MARK_SETS);

/**
 * Learns how far the marks of the two tracks agree in the beads of an earlier search: the log ratio to chance of a mark on
 * both, one or neither side. If a translation has no full stops, it learns that they mean nothing.
 */
export function learnMarks(beads: Beads, original: Runs, target: Runs): MarkCosts {
  // By mark: the number of beads that have it on neither side, only on the target's, only on the original's, on both.
  const counts = Array.from({ length: MARK_COUNT }, () => new Float64Array(4));
  let all = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [a, b] = [beads.original[bead] as number, beads.target[bead] as number];
    const [n, m] = [(beads.original[bead + 1] as number) - a, (beads.target[bead + 1] as number) - b];
    if (n === 0 || m === 0) continue;
    all += 1;
    const [own, other] = [original.marks[n]?.[a] ?? 0, target.marks[m]?.[b] ?? 0];
    for (const [mark, count] of counts.entries()) {
      const at = sidesWith(mark, own, other);
      count[at] = (count[at] as number) + 1;
    }
  }
  const costs = counts.map((count) => costsOf(count, all));
  return noMarks().map((_, sets) =>
    costs.reduce(
      (sum, cost, mark) =>
        sum + (cost[sidesWith(mark, Math.floor(sets / MARK_SETS), sets % MARK_SETS)] as number),
      0,
    ),
  );
}

/** Returns 0 if neither set has the mark, 1 if only the second has it, 2 if only the first, 3 if both. */
const sidesWith = (mark: number, own: number, other: number): number =>
  ((own >> mark) & 1) * 2 + ((other >> mark) & 1);

function costsOf(count: Float64Array, all: number): Float64Array {
  const share = (one: number, other: number) =>
    ((count[one] as number) + (count[other] as number) + 1) / (all + 2);
  const [own, others] = [
    [share(0, 1), share(2, 3)],
    [share(0, 2), share(1, 3)],
  ];
  return count.map((times, at) => {
    const chance = (own[at >> 1] as number) * (others[at & 1] as number);
    return -Math.log((times + CHANCE * chance) / (all + CHANCE) / chance);
  });
}
