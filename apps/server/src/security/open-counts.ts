/** Creates counters of open items by key: requests, connections, streams. */
export function openCounts() {
  const counts = new Map<string, number>();
  const get = (key: string): number => counts.get(key) ?? 0;
  return {
    get,
    /** Returns the number of keys with open items. */
    size: () => counts.size,
    /** Counts another item. Call the returned function once when the item ends. */
    enter(key: string): () => void {
      counts.set(key, get(key) + 1);
      return () => {
        const left = get(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
