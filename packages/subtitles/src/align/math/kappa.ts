// Minimum expected disagreement by chance. Below it, kappa is unreliable.
const MIN_CHANCE_DISAGREEMENT = 0.02;

/**
 * Returns Cohen's kappa, the agreement of two lists of 0 and 1 corrected for chance, clamped to 0 to 1. If nearly all values are
 * equal, a single difference would dominate kappa, so returns the share of values that agree.
 */
export function cohensKappa(first: Uint8Array, second: Uint8Array): number {
  const size = first.length;
  if (size === 0) return 0;
  let [agreements, inFirst, inSecond] = [0, 0, 0];
  for (let index = 0; index < size; index += 1) {
    const [a, b] = [first[index] as number, second[index] as number];
    agreements += a === b ? 1 : 0;
    inFirst += a;
    inSecond += b;
  }
  const chance = (inFirst * inSecond + (size - inFirst) * (size - inSecond)) / (size * size);
  return 1 - chance < MIN_CHANCE_DISAGREEMENT
    ? agreements / size
    : Math.max(0, (agreements / size - chance) / (1 - chance));
}
