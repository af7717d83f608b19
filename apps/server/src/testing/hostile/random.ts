export type Random = {
  /** A random integer from 0 to below the limit. */
  below: (limit: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(choices: readonly T[]) => T;
};

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(choices: readonly T[]) => {
      if (choices.length === 0) throw new Error('The list is empty.');
      return choices[below(choices.length)] as T;
    },
  };
}
