import { buildKey, canStore, type Kind } from './kinds.ts';

export function readJson<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T;
  } catch {
    return undefined;
  }
}

/** Writes a JSON value; undefined removes it. Returns false if the storage is full. */
export function writeJson(key: string, value: unknown): boolean {
  try {
    if (!canStore(key)) return true;
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.error('could not write to local storage', error);
    return false;
  }
}

/** Storage for one kind of an account's data in local storage. Each item is a JSON value; most kinds have a single item. */
export function accountStorage<T>(kind: Kind) {
  return {
    read: (account: string, item?: string) => readJson<T>(buildKey(account, kind, item)),
    /** Writes an item; undefined removes it. Returns false if the storage is full. */
    write: (account: string, value: T | undefined, item?: string): boolean =>
      writeJson(buildKey(account, kind, item), value),
    /** Returns the names of its items, sorted. */
    items(account: string): string[] {
      const prefix = buildKey(account, kind);
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      return keys.map((key) => key.slice(prefix.length)).sort();
    },
  };
}
