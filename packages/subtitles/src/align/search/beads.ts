/**
 * Beads in the order of time, as borders: bead `k` holds the original's positions `original[k]` to before `original[k + 1]`,
 * and the target's likewise; one of the two may hold none. `cost` is what the search paid for it, `crossed` is 1 where two
 * cues of each track belong together crosswise.
 */
export type Beads = {
  size: number;
  original: Int32Array;
  target: Int32Array;
  cost: Float64Array;
  crossed: Uint8Array;
};

/**
 * A kind of bead: how many cues of the original and of the target it joins, and what it costs before a look at them. The
 * `crossed` kind is two beads of one and one: lines of two who speak at once, that the files have in different order.
 */
export type BeadKind = { original: number; target: number; prior: number; crossed?: true };

export const CROSSED: BeadKind = { original: 2, target: 2, prior: 3, crossed: true };
