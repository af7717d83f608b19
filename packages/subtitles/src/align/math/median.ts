/** Returns the median (the upper of two); 0 for an empty list. */
export function medianOf(values: ArrayLike<number>): number {
  return quantileOf(values, 0.5);
}

/** Returns the quantile: the value below which the share (0 to below 1) of the values lie; 0 for an empty list. */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Returns, for each value, the median (the upper of two) of itself and up to `reach` neighbours on either side. */
export function slidingMedian(values: Float64Array, reach: number): Float64Array {
  const medians = new Float64Array(values.length);
  const sorted = new Float64Array(2 * reach + 2);
  let size = 0;
  for (let at = -reach; at < values.length; at += 1) {
    const [coming, going] = [at + reach, at - reach - 1];
    if (coming < values.length) {
      let position = size;
      const value = values[coming] as number;
      for (; position > 0 && (sorted[position - 1] as number) > value; position -= 1)
        sorted[position] = sorted[position - 1] as number;
      sorted[position] = value;
      size += 1;
    }
    if (going >= 0) {
      const position = sorted.indexOf(values[going] as number);
      sorted.copyWithin(position, position + 1, size);
      size -= 1;
    }
    if (at >= 0) medians[at] = sorted[size >> 1] as number;
  }
  return medians;
}
