/**
 * Returns the percentile: the value below which that share (0 to 1) of the values lie, by nearest rank. NaN for an empty list.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const inMilliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** Takes milliseconds. */
export const inSeconds = (value: number): string => `${(value / 1000).toFixed(2)} s`;

/** Takes a share, 0 to 1. */
export const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Takes bytes; a kilobyte has 1000. */
export const inKilobytes = (value: number): string => `${(value / 1000).toFixed(1)} kB`;

/** Takes bytes; a megabyte has a million. */
export const inMegabytes = (value: number): string => `${(value / 1e6).toFixed(1)} MB`;

/** Times work in milliseconds, and returns its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const before = performance.now();
  const result = await work();
  return { took: performance.now() - before, result };
}
