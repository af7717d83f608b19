/** Parses a Retry-After header: a number of seconds or a date. Returns seconds, at least one; null if it is neither. */
export function readRetryAfter(header: string | null | undefined): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) : null;
}
