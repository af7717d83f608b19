/** What the address of a list says: which page, and which accounts. The first page is left out. */
export type UsersSearch = { q?: string | undefined; page?: number | undefined };

/** Undefined for the first page, and for what is none. */
const pageOf = (page: unknown) => (Number.isInteger(page) && (page as number) > 1 ? Number(page) : undefined);

/**
 * Reads the address of the list of accounts. What makes no sense in it is undefined, not left out: the router would
 * put back what it read itself.
 */
export function readUsersSearch({ q, page }: Record<string, unknown>): UsersSearch {
  // The router reads `?q=7` as a number.
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return { q: text || undefined, page: pageOf(page) };
}

export function readActivitySearch({ page }: Record<string, unknown>): { page?: number | undefined } {
  return { page: pageOf(page) };
}

/** How many pages a list of `count` has: one at least. */
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
