import type { Finding, Prepared } from '../find-beads.ts';
import type { PlacedBead } from '../leftovers/place-beads.ts';
import { describeBeads, type Feature, type FeatureRow } from './features.ts';

/** Probability that a bead is entirely right (0 to 1), and whether a person should check it. */
export type Judgement = { confidence: number; mismatch: boolean };

// Logistic models, fitted by bench/src/engine/align/refit-alignment.ts on the public pairs and, lightly, on files of two videos:
// for a bead of both tracks, and for a line without a counterpart.
export const PAIR_WEIGHTS: FeatureRow = {
  constant: -4.8,
  odds: 0.7,
  fileOdds: 0.85,
  fileApart: -2,
  joined: 1.6,
  joinedCues: -0.75,
  longestPause: -0.9,
  lengthOff: -0.4,
  wordsFound: 0.75,
  wordsMissed: -1.15,
  repeated: -5.7,
  numbersDiffer: -0.9,
  endsDiffer: -1,
  punctuationDiffers: -1,
};
export const LONE_WEIGHTS = { constant: 0.1, odds: 0.5 };
// Confidence below which a bead is flagged: this catches most errors, and more than half of the flags are correct.
export const MISMATCH_BELOW = 0.7;
// Confidence of tags and lines that were added after the search: how often they were right in the public pairs.
const LONE_TAG = 0.97;
const LEFTOVER_PAIR = 0.6;

/**
 * Judges each bead. `confidence` is calibrated: of the beads with 0.9, nine in ten join exactly the cues that belong together
 * and mean the same. A line of speech without a counterpart is always flagged, a sound tag never.
 */
export function judgeBeads(prepared: Prepared, finding: Finding, placed: readonly PlacedBead[]): Judgement[] {
  const { pairs, odds } = describeBeads(prepared, finding);
  const { original, target } = prepared.whole;
  return placed.map(({ bead, original: a, target: b }) => {
    const row = bead === undefined ? undefined : pairs[bead];
    if (row) {
      const confidence = pairConfidence(oddsOf(row));
      return { confidence, mismatch: confidence < MISMATCH_BELOW };
    }
    if (a.length > 0 && b.length > 0)
      return { confidence: LEFTOVER_PAIR, mismatch: a.some((at) => original.silent[at] === 0) };
    const silent = a.every((at) => original.silent[at] === 1) && b.every((at) => target.silent[at] === 1);
    const confidence =
      bead === undefined
        ? LONE_TAG
        : toConfidence(LONE_WEIGHTS.constant + LONE_WEIGHTS.odds * (odds[bead] ?? 0));
    return { confidence, mismatch: !silent };
  });
}

const FEATURES = Object.keys(PAIR_WEIGHTS) as Feature[];

function oddsOf(row: FeatureRow): number {
  return FEATURES.reduce((sum, feature) => sum + PAIR_WEIGHTS[feature] * row[feature], 0);
}

/** No evidence makes a bead certainly wrong: of those with the most evidence against them, one in eight is right. */
const LEAST_CONFIDENCE = 0.12;

function pairConfidence(odds: number): number {
  const probability = 1 / (1 + Math.exp(-odds));
  return rounded(probability + LEAST_CONFIDENCE * (1 - probability) ** 2);
}

const toConfidence = (odds: number): number => rounded(1 / (1 + Math.exp(-odds)));
const rounded = (share: number): number => Math.round(1000 * share) / 1000;
