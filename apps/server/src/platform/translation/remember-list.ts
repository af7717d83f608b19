const KEPT_MS = 10 * 60_000;

/** Asks for a list once in ten minutes. A failure isn't remembered. */
export function rememberList<Item>(ask: () => Promise<Item[]>): () => Promise<Item[]> {
  let asked: { list: Promise<Item[]>; at: number } | null = null;
  return () => {
    if (asked && performance.now() - asked.at < KEPT_MS) return asked.list;
    const list = ask();
    asked = { list, at: performance.now() };
    list.catch(() => {
      if (asked?.list === list) asked = null;
    });
    return list;
  };
}
