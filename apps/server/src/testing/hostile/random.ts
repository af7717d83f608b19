export type Random = {
  /** Returns a random integer from 0 to `limit - 1`. */
  below: (limit: number) => number;
  /** Returns true with this probability. */
  chance: (probability: number) => boolean;
  pick: <T>(choices: readonly T[]) => T;
};

/** Creates a seeded pseudo-random number generator (mulberry32). */
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
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]) => {
      if (choices.length === 0) throw new Error('The list is empty.');
      return choices[below(choices.length)] as T;
    },
  };
}
