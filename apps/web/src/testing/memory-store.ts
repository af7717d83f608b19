/** Stands in for `idb-keyval`, which needs a browser's database: happy-dom has none. */
const store = new Map<string, unknown>();

export const get = async (key: string) => store.get(key);
export const set = async (key: string, value: unknown) => void store.set(key, value);
export const del = async (key: string) => void store.delete(key);

/** Forgets everything, between tests. */
export const clear = () => store.clear();
export const entries = async () => [...store.entries()];
export const createStore = () => undefined;
