import type { Beads } from './beads.ts';
import type { Runs } from './costs.ts';
import { medianOf } from './median.ts';

// With fewer beads than this the usual spread counts along.
const USUAL_BEADS = 12;
const USUAL_SPREAD = 0.35;
// Turns a median of distances into the standard deviation of a normal distribution.
const NORMAL_MEDIAN = 0.6745;

/** How the lengths of the two texts of a bead relate: the middle of their logarithmic ratio, and its spread. */
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
