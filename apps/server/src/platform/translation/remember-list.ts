const KEPT_MS = 10 * 60_000;

/** Asks for a list once in ten minutes. A failure isn't remembered. */
export function rememberList<Item>(load: () => Promise<Item[]>): () => Promise<Item[]> {
  let latest: { list: Promise<Item[]>; at: number } | null = null;
  return () => {
    if (latest && performance.now() - latest.at < KEPT_MS) return latest.list;
    const list = load();
    latest = { list, at: performance.now() };
    list.catch(() => {
      if (latest?.list === list) latest = null;
    });
    return list;
  };
}
