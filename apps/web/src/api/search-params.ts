// Invalid parameters are read as undefined, not omitted: the router would restore its own value.

/** A text parameter; the router reads `?q=7` as a number. */
export const stringParam = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** The page number parameter. The first page is left out. */
export const pageParam = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined;
