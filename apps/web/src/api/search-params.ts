// Invalid parameters are read as undefined, not left out: the router would restore its own reading.

/** A text in an address; the router reads `?q=7` as a number. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** The number of a page in an address. The first one is left out. */
export const pageOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined;
