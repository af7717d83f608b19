import { median } from '../math/median.ts';
import type { BeadKind, Beads } from '../search/beads.ts';
import type { Runs } from '../search/costs.ts';

// Weight of the prior spread, in beads.
const PRIOR_BEADS = 12;
const PRIOR_SPREAD = 0.35;
// Converts a median absolute deviation to the standard deviation of a normal distribution.
const NORMAL_MEDIAN = 0.6745;
// Weight of the prior costs, in beads. Between 30 and 100 the score barely changes.
const PRIOR_KIND_BEADS = 60;

/** Learns the ratio of text lengths in a bead: the median and the spread of its logarithm. */
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
  const lengthRatio = median(ratios);
  const spread = median(ratios.map((ratio) => Math.abs(ratio - lengthRatio))) / NORMAL_MEDIAN;
  const lengthSpread = (spread * ratios.length + PRIOR_SPREAD * PRIOR_BEADS) / (ratios.length + PRIOR_BEADS);
  return { lengthRatio, lengthSpread };
}

/**
 * Learns the cost of each kind of bead from its frequency in this pair of files, since some translators preserve each line and
 * others divide lines differently. `kinds` are the priors. Ignores crossed beads, since they don't divide lines.
 */
export function learnKinds(beads: Beads, kinds: readonly BeadKind[]): BeadKind[] {
  const counts = kinds.map(() => 0);
  for (let bead = 0; bead < beads.size; bead += 1) {
    const n = (beads.original[bead + 1] as number) - (beads.original[bead] as number);
    const m = (beads.target[bead + 1] as number) - (beads.target[bead] as number);
    const kindIndex = kinds.findIndex(({ original, target }) => original === n && target === m);
    if (kindIndex >= 0 && beads.crossed[bead] === 0) counts[kindIndex] = (counts[kindIndex] as number) + 1;
  }
  const total = counts.reduce((sum, count) => sum + count, PRIOR_KIND_BEADS);
  return kinds.map((kind, index) =>
    kind.crossed
      ? kind
      : {
          ...kind,
          prior: -Math.log(((counts[index] as number) + PRIOR_KIND_BEADS * Math.exp(-kind.prior)) / total),
        },
  );
}
