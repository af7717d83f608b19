/** What the address of the Video Manager says: what is searched for, and whether the trash is shown. */
export type VideoManagerSearch = { q?: string | undefined; view?: 'trash' | undefined };

/** Reads it. What makes no sense is undefined, not left out: the router would put back what it read itself. */
export function readVideoManagerSearch({ q, view }: Record<string, unknown>): VideoManagerSearch {
  // The router reads `?q=7` as a number.
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return { q: text || undefined, view: view === 'trash' ? 'trash' : undefined };
}
