/** The middle value (the upper of two); 0 for none. */
export function medianOf(values: ArrayLike<number>): number {
  return quantileOf(values, 0.5);
}

/** The value that the given share (0 to below 1) of the values lie below; 0 for none. */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
