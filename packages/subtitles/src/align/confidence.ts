import { describeBeads } from './features.ts';
import type { Finding, Prepared } from './find-beads.ts';
import type { PlacedBead } from './place-beads.ts';

/** How probable it is that a bead is right in all (0 to 1), and whether a person had better look at it. */
export type Judgement = { confidence: number; mismatch: boolean };

// Logistic models, fitted on the public pairs by bench/src/engine/align/refit.ts. The first weighs the features of a bead of
// both sides in their order; the second the constant and the odds of a line without a counterpart.
const PAIR_WEIGHTS: readonly number[] = [1.6, 0.42, 0.24, -0.42, -1.56, -2.13, -0.82, -2.43];
const LONE_WEIGHTS: readonly number[] = [-0.6, 0.55];
// Below this a flag catches most of what is wrong, and about two flags in three are deserved.
const DOUBT = 0.7;
// What came of tags and lines after the search, as often as it was right in the public pairs.
const LONE_TAG = 0.97;
const LEFTOVER_PAIR = 0.6;

/**
 * Judges each bead. `confidence` is calibrated: of the beads of 0.9, nine in ten join exactly the cues that belong together
 * and that say the same. A line of speech without a counterpart is always shown to a person, a sound tag never.
 */
export function judgeBeads(prepared: Prepared, finding: Finding, placed: readonly PlacedBead[]): Judgement[] {
  const { pairs, odds } = describeBeads(prepared, finding);
  const { original, target } = prepared.whole;
  return placed.map(({ bead, original: a, target: b }) => {
    const row = bead === undefined ? undefined : pairs[bead];
    if (row) {
      const confidence = logistic(PAIR_WEIGHTS, row);
      return { confidence, mismatch: confidence < DOUBT };
    }
    if (a.length > 0 && b.length > 0)
      return { confidence: LEFTOVER_PAIR, mismatch: a.some((at) => original.silent[at] === 0) };
    const silent = a.every((at) => original.silent[at] === 1) && b.every((at) => target.silent[at] === 1);
    const confidence =
      bead === undefined ? LONE_TAG : logistic(LONE_WEIGHTS, Float64Array.of(1, odds[bead] ?? 0));
    return { confidence, mismatch: !silent };
  });
}

function logistic(weights: readonly number[], row: Float64Array): number {
  const sum = row.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}
