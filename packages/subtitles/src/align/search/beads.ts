/**
 * Beads in order of time, as boundaries: bead `k` contains the original's positions from `original[k]` up to `original[k + 1]`
 * (exclusive), and the target's likewise; one of the two can be empty. `cost` is its cost in the search; `crossed` is 1 if two
 * cues of each track match crosswise.
 */
export type Beads = {
  size: number;
  original: Int32Array;
  target: Int32Array;
  cost: Float64Array;
  crossed: Uint8Array;
};

/**
 * A kind of bead: the numbers of original and target cues that it joins, and its prior cost. The `crossed` kind represents two
 * one-to-one beads: lines of simultaneous speakers that are in a different order in the two files.
 */
export type BeadKind = { original: number; target: number; prior: number; crossed?: true };

export const CROSSED: BeadKind = { original: 2, target: 2, prior: 3, crossed: true };
