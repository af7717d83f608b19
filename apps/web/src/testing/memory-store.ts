/** Stands in for `idb-keyval`, which needs a browser's database: happy-dom has none. */
const kept = new Map<string, unknown>();

export const get = async (key: string) => kept.get(key);
export const set = async (key: string, value: unknown) => void kept.set(key, value);
export const del = async (key: string) => void kept.delete(key);

/** Forgets everything, between tests. */
export const clear = () => kept.clear();
export const entries = async () => [...kept.entries()];
export const createStore = () => undefined;
