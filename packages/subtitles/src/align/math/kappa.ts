// Share of chance disagreement below which kappa can't be measured.
const NO_CHANCE_LEFT = 0.02;

/**
 * Returns the agreement of two lists of 0 and 1 beyond chance, 0 to 1 (Cohen's kappa). If nearly all are the same on both tracks,
 * a single difference would dominate: then returns the plain share that agree.
 */
export function kappaOf(one: Uint8Array, other: Uint8Array): number {
  const size = one.length;
  if (size === 0) return 0;
  let [agreeing, inOne, inOther] = [0, 0, 0];
  for (let at = 0; at < size; at += 1) {
    const [a, b] = [one[at] as number, other[at] as number];
    agreeing += a === b ? 1 : 0;
    inOne += a;
    inOther += b;
  }
  const chance = (inOne * inOther + (size - inOne) * (size - inOther)) / (size * size);
  return 1 - chance < NO_CHANCE_LEFT
    ? agreeing / size
    : Math.max(0, (agreeing / size - chance) / (1 - chance));
}
