import { type Kind, keyOf, mayStore } from './kinds.ts';

export function readJson<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T;
  } catch {
    return undefined;
  }
}

/** Undefined removes it. Returns false if the storage is full. */
export function writeJson(key: string, value: unknown): boolean {
  try {
    if (!mayStore(key)) return true;
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.error('nothing can be kept in this browser', error);
    return false;
  }
}

/** One kind of an account's data in local storage, each item a JSON value; most kinds have a single one. */
export function accountStorage<T>(kind: Kind) {
  return {
    read: (account: string, item?: string) => readJson<T>(keyOf(account, kind, item)),
    /** Undefined removes it. Returns false if the storage is full. */
    write: (account: string, value: T | undefined, item?: string): boolean =>
      writeJson(keyOf(account, kind, item), value),
    /** The names of its items, sorted. */
    items(account: string): string[] {
      const prefix = keyOf(account, kind);
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      return keys.map((key) => key.slice(prefix.length)).sort();
    },
  };
}
