export type Listeners<T extends unknown[]> = {
  add(listener: (...args: T) => void): () => void;
  notify(...args: T): void;
  clear(): void;
};

/** Listeners in the order in which they were added; one that is removed during a notification gets no more of them. */
export function createListeners<T extends unknown[]>(): Listeners<T> {
  const entries = new Set<{ listener: (...args: T) => void }>();
  return {
    add(listener) {
      // Each subscription is an entry of its own: the same function may subscribe twice and leave once.
      const entry = { listener };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    notify(...args) {
      for (const entry of entries) entry.listener(...args);
    },
    clear() {
      entries.clear();
    },
  };
}
