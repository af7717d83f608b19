/** Returns a quantile by nearest rank; `share` is 0 to 1. NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const inMilliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** Formats milliseconds as seconds. */
export const inSeconds = (value: number): string => `${(value / 1000).toFixed(2)} s`;

/** Formats a share, 0 to 1, as a percentage. */
export const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Formats bytes as kilobytes (1000 bytes). */
export const inKilobytes = (value: number): string => `${(value / 1000).toFixed(1)} kB`;

/** Formats bytes as megabytes (1,000,000 bytes). */
export const inMegabytes = (value: number): string => `${(value / 1e6).toFixed(1)} MB`;

/** Runs work. Returns its duration in milliseconds and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const before = performance.now();
  const result = await work();
  return { took: performance.now() - before, result };
}
