/** Replaces `idb-keyval`, which needs IndexedDB: happy-dom has none. */
const store = new Map<string, unknown>();

export const get = async (key: string) => store.get(key);
export const set = async (key: string, value: unknown) => void store.set(key, value);
export const keys = async () => [...store.keys()];
export const del = async (key: string) => void store.delete(key);
export const getMany = async (names: string[]) => names.map((name) => store.get(name));
export const delMany = async (names: string[]) => void names.map((name) => store.delete(name));

/** Stores unsaved entries of another tab. */
export const storeInOtherTab = (key: string, ...entries: [id: number, entry: unknown][]) =>
  set(`${key} in another tab`, entries);
export const unsavedEntries = (key: string) =>
  [...store].flatMap(([name, entries]) =>
    name.startsWith(`${key} in `) ? (entries as [id: number, entry: unknown][]) : [],
  );

export const clear = () => store.clear();
export const entries = async () => [...store.entries()];
export const createStore = () => undefined;
