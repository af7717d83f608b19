import { medianOf } from '../math/median.ts';
import type { BeadKind, Beads } from '../search/beads.ts';
import type { Runs } from '../search/costs.ts';

// Number of beads below which the usual spread is mixed in.
const USUAL_BEADS = 12;
const USUAL_SPREAD = 0.35;
// Converts a median of distances to the standard deviation of a normal distribution.
const NORMAL_MEDIAN = 0.6745;
// Weight of the usual priors, in beads of this pair. Between 30 and 100 the score barely changes.
const USUAL_KINDS = 60;

/** Learns the ratio of the text lengths in a bead: the median of its logarithm, and its spread. */
export function learnLengths(
  beads: Beads,
  original: Runs,
  target: Runs,
): { lengthRatio: number; lengthSpread: number } {
  const ratios: number[] = [];
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [a, b] = [beads.original[bead] as number, beads.target[bead] as number];
    const [n, m] = [(beads.original[bead + 1] as number) - a, (beads.target[bead + 1] as number) - b];
    if (n === 0 || m === 0) continue;
    ratios.push((target.lengths[m]?.[b] ?? 0) - (original.lengths[n]?.[a] ?? 0));
  }
  const lengthRatio = medianOf(ratios);
  const spread = medianOf(ratios.map((ratio) => Math.abs(ratio - lengthRatio))) / NORMAL_MEDIAN;
  const lengthSpread = (spread * ratios.length + USUAL_SPREAD * USUAL_BEADS) / (ratios.length + USUAL_BEADS);
  return { lengthRatio, lengthSpread };
}

/**
 * Learns the cost of each kind of bead in this pair from its frequency: one translator preserves each line, another divides
 * them differently. `kinds` are the usual ones; a crossed bead says nothing about how lines are divided.
 */
export function learnKinds(beads: Beads, kinds: readonly BeadKind[]): BeadKind[] {
  const counts = kinds.map(() => 0);
  for (let bead = 0; bead < beads.size; bead += 1) {
    const n = (beads.original[bead + 1] as number) - (beads.original[bead] as number);
    const m = (beads.target[bead + 1] as number) - (beads.target[bead] as number);
    const kindIndex = kinds.findIndex(({ original, target }) => original === n && target === m);
    if (kindIndex >= 0 && beads.crossed[bead] === 0) counts[kindIndex] = (counts[kindIndex] as number) + 1;
  }
  const all = counts.reduce((sum, count) => sum + count, USUAL_KINDS);
  return kinds.map((kind, at) =>
    kind.crossed
      ? kind
      : { ...kind, prior: -Math.log(((counts[at] as number) + USUAL_KINDS * Math.exp(-kind.prior)) / all) },
  );
}
