/** Returns the median (the upper one of two middle values); 0 for an empty list. */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** Returns the quantile: the value below which a fraction (0 to below 1) of the values lies; 0 for an empty list. */
export function quantile(values: ArrayLike<number>, fraction: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * fraction)] ?? 0;
}

/**
 * Returns the moving median: for each value, the median (the upper one of two middle values) of itself and up to `reach`
 * neighbours on either side.
 */
export function slidingMedian(values: Float64Array, reach: number): Float64Array {
  const medians = new Float64Array(values.length);
  const sorted = new Float64Array(2 * reach + 2);
  let size = 0;
  for (let index = -reach; index < values.length; index += 1) {
    const [entering, leaving] = [index + reach, index - reach - 1];
    if (entering < values.length) {
      let position = size;
      const value = values[entering] as number;
      for (; position > 0 && (sorted[position - 1] as number) > value; position -= 1)
        sorted[position] = sorted[position - 1] as number;
      sorted[position] = value;
      size += 1;
    }
    if (leaving >= 0) {
      const position = sorted.indexOf(values[leaving] as number);
      sorted.copyWithin(position, position + 1, size);
      size -= 1;
    }
    if (index >= 0) medians[index] = sorted[size >> 1] as number;
  }
  return medians;
}
