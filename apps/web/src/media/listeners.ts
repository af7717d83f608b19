type Listeners<T extends unknown[]> = {
  add(listener: (...args: T) => void): () => void;
  notify(...args: T): void;
  clear(): void;
};

/** Listeners, called in the order of subscription. One that is removed during a notification isn't called. */
export function createListeners<T extends unknown[]>(): Listeners<T> {
  const entries = new Set<{ listener: (...args: T) => void }>();
  return {
    add(listener) {
      // Each subscription is separate: the same function can subscribe twice and unsubscribe once.
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
