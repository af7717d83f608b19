import { parsePosition } from '@sayback/contract';

/** Parses a typed time, in milliseconds: `00:01:02.500`, `1:02,5`, or seconds alone. Null if invalid. */
export function parseTime(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000);
  return parsePosition(/^\d+:[\d.]+$/.test(text) ? `0:${text}` : text);
}

/** Formats a difference in seconds with its sign: `+1.25 s`. */
export function formatSignedSeconds(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  return `${sign}${(Math.abs(ms) / 1000).toFixed(3).replace(/0{1,2}$/, '')} s`;
}

/** Parses typed seconds, with or without a sign, to milliseconds: `-1.5`, `+0,25`. Null if empty, 0 or invalid. */
export function parseSeconds(typed: string): number | null {
  const ms = Math.round(Number(typed.trim().replace(',', '.').replace('−', '-')) * 1000);
  return Number.isFinite(ms) && ms !== 0 ? ms : null;
}
