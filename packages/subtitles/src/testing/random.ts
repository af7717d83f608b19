/** Returns a random integer from 0 to below a limit; deterministic for a seed. */
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(1, below);
  };
}
