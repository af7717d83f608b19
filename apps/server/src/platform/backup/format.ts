export const formatNumber = (count: number): string => count.toLocaleString('en');

/** Formats a count: `1 row`, `2,000 rows`. */
export const formatCount = (count: number, name: string): string =>
  `${formatNumber(count)} ${name}${count === 1 ? '' : 's'}`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size: 1.2 GB. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}
