import { type BeadKind, CROSSED } from './beads.ts';

/**
 * Weights of the search, in nats (negative log probabilities), so that terms can be added. Fitted by
 * `bench/src/engine/align/refit-alignment.ts` and rounded.
 */
export type Parameters = {
  /** Weight of the two time terms. */
  time: number;
  freedom: number;
  /** Range over which the position of an edge without a counterpart is uniformly distributed, in milliseconds. */
  chanceMs: number;
  length: number;
  words: number;
  /** Word score of unrelated cues, subtracted from each pair's score. */
  chance: number;
  gap: number;
  /** Cost of a pair of lines if one contains only part of the other; one edge and the length are then ignored. */
  partial: number;
  tag: number;
  lone: number;
  loneNonSpeech: number;
  kinds: BeadKind[];
};

const kind = (original: number, target: number, prior: number): BeadKind => ({ original, target, prior });

export const PARAMETERS: Parameters = {
  time: 1.2,
  freedom: 2,
  chanceMs: 3000,
  length: 1,
  words: 0.1,
  chance: 0.4,
  gap: 1,
  partial: 5,
  tag: 3,
  lone: 3,
  loneNonSpeech: 0,
  kinds: [
    kind(1, 1, 0.5),
    kind(1, 2, 1.7),
    kind(2, 1, 1.7),
    kind(1, 3, 3.5),
    kind(3, 1, 3.5),
    kind(2, 2, 4.5),
    kind(1, 4, 6),
    kind(4, 1, 6),
    kind(2, 3, 6),
    kind(3, 2, 6),
    kind(3, 3, 7.5),
    CROSSED,
  ],
};
