import type { PreparedFiles, SearchResult } from '../find-beads.ts';
import type { PlacedBead } from '../leftovers/place-beads.ts';
import { describeBeads, type Feature, type FeatureRow } from './features.ts';

/** Probability that a bead is entirely correct (0 to 1), and whether it needs a manual check. */
export type Judgement = { confidence: number; mismatch: boolean };

// Weights of the logistic models for a two-sided bead and for a line without a counterpart. Fitted by
// bench/src/engine/align/refit-alignment.ts on the public pairs and, with a low weight, on files of two videos.
export const PAIR_WEIGHTS: FeatureRow = {
  constant: -4.8,
  odds: 0.7,
  fileOdds: 0.85,
  fileMisplaced: -2,
  joined: 1.6,
  joinedCues: -0.75,
  longestPause: -0.9,
  lengthDeviation: -0.4,
  wordsFound: 0.75,
  wordsMissed: -1.15,
  repeated: -5.7,
  numbersDiffer: -0.9,
  endsDiffer: -1,
  punctuationDiffers: -1,
};
export const LONE_WEIGHTS = { constant: 0.1, odds: 0.5 };
// Confidence below which a bead is flagged. This catches most errors, and more than half of the flags are correct.
export const MISMATCH_THRESHOLD = 0.7;
// Confidence of sound tags and pairs added after the search: their accuracy in the public pairs.
const LONE_TAG_CONFIDENCE = 0.97;
const LEFTOVER_PAIR_CONFIDENCE = 0.6;

/**
 * Judges each bead. `confidence` is calibrated: of the beads with 0.9, nine in ten join exactly the cues that belong together and
 * mean the same. Always flags a line of speech without a counterpart, never a sound tag.
 */
export function judgeBeads(
  prepared: PreparedFiles,
  result: SearchResult,
  placed: readonly PlacedBead[],
): Judgement[] {
  const { pairs, odds } = describeBeads(prepared, result);
  const { original, target } = prepared.allCues;
  return placed.map(({ bead, original: a, target: b }) => {
    const row = bead === undefined ? undefined : pairs[bead];
    if (row) {
      const confidence = pairConfidence(computeLogOdds(row));
      return { confidence, mismatch: confidence < MISMATCH_THRESHOLD };
    }
    if (a.length > 0 && b.length > 0)
      return {
        confidence: LEFTOVER_PAIR_CONFIDENCE,
        mismatch: a.some((index) => original.nonSpeech[index] === 0),
      };
    const isNonSpeech =
      a.every((index) => original.nonSpeech[index] === 1) &&
      b.every((index) => target.nonSpeech[index] === 1);
    const confidence =
      bead === undefined
        ? LONE_TAG_CONFIDENCE
        : logistic(LONE_WEIGHTS.constant + LONE_WEIGHTS.odds * (odds[bead] ?? 0));
    return { confidence, mismatch: !isNonSpeech };
  });
}

const FEATURES = Object.keys(PAIR_WEIGHTS) as Feature[];

function computeLogOdds(row: FeatureRow): number {
  return FEATURES.reduce((sum, feature) => sum + PAIR_WEIGHTS[feature] * row[feature], 0);
}

/** Calibration: of the beads with the most evidence against them, one in eight is correct. */
const MIN_PAIR_CONFIDENCE = 0.12;

function pairConfidence(odds: number): number {
  const probability = 1 / (1 + Math.exp(-odds));
  return roundToThousandths(probability + MIN_PAIR_CONFIDENCE * (1 - probability) ** 2);
}

const logistic = (odds: number): number => roundToThousandths(1 / (1 + Math.exp(-odds)));
const roundToThousandths = (value: number): number => Math.round(1000 * value) / 1000;
