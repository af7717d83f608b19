import { del, get, keys, set, type UseStore } from 'idb-keyval';
import { canStore, database } from './kinds.ts';
import { waitForDevice } from './open-device.ts';

/** Longest delay before a change is saved, in milliseconds. Continuous typing doesn't extend it. */
const DELAY_MS = 250;
/** Time for the previous page to close after a reload, in milliseconds; enough even on a slow device. */
const CLOSING_MS = 2000;

/** One unsaved item, such as a row, by its id. */
export type UnsavedEntry<T> = [id: number, entry: T];

/** Commits explicitly: a page that is being closed gets no events, and would write nothing. */
const committing: UseStore = (mode, write) =>
  database(mode, (objects) => {
    const result = write(objects);
    objects.transaction.commit();
    return result;
  });

/** Tabs have separate keys, so that they can't overwrite each other's work. */
const TAB_ID = Math.random().toString(36).slice(2);
const buildTabKey = (key: string, tab: string) => `${key} in ${tab}`;
const buildLockName = (tab: string) => `tab ${tab}`;

let isLocked = false;

/** Holds a lock for the life of this page, so that other tabs know that it is open. */
function lockTab(): void {
  if (isLocked || !navigator.locks) return;
  isLocked = true;
  void navigator.locks.request(buildLockName(TAB_ID), () => new Promise(() => undefined));
}

/** Does the work if a tab is closed. Without TLS browsers have no locks: then all other tabs count as closed. */
async function runIfClosed(tab: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  const signal = AbortSignal.timeout(CLOSING_MS);
  try {
    await navigator.locks.request(buildLockName(tab), { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Reads the stored entries of a key, and takes over those of closed tabs. If two tabs have entries with the same id, one of them
 * waits for the next call. Empty if the browser has no storage.
 */
export async function takeUnsavedWork<T>(key: string): Promise<UnsavedEntry<T>[]> {
  lockTab();
  try {
    await waitForDevice();
    const ownKey = buildTabKey(key, TAB_ID);
    const entries = new Map(await get<UnsavedEntry<T>[]>(ownKey, database));
    const prefix = buildTabKey(key, '');
    const takeOver = async (tabKey: string) => {
      const duplicates: UnsavedEntry<T>[] = [];
      for (const [id, entry] of (await get<UnsavedEntry<T>[]>(tabKey, database)) ?? []) {
        if (entries.has(id)) duplicates.push([id, entry]);
        else entries.set(id, entry);
      }
      await set(ownKey, [...entries], database);
      await (duplicates.length > 0 ? set(tabKey, duplicates, database) : del(tabKey, database));
    };
    const tabKeys = (await keys<string>(database)).filter(
      (name) => name.startsWith(prefix) && name !== ownKey,
    );
    await Promise.all(
      tabKeys.map((tabKey) => runIfClosed(tabKey.slice(prefix.length), () => takeOver(tabKey))),
    );
    return [...entries];
  } catch {
    return [];
  }
}

/** Saves unsaved work in the browser, shortly after each change and at once when the page is closed. It survives a reload. */
export function openUnsavedStorage<T>(key: string) {
  let pending: readonly UnsavedEntry<T>[] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(entries: readonly UnsavedEntry<T>[]): Promise<void> {
    const ownKey = buildTabKey(key, TAB_ID);
    if (!canStore(ownKey)) return;
    try {
      await (entries.length === 0 ? del(ownKey, committing) : set(ownKey, entries, committing));
    } catch (error) {
      console.error('could not save the draft', error);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending) void write(pending);
    pending = null;
  }

  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return {
    save(entries: readonly UnsavedEntry<T>[]): void {
      pending = entries;
      timer ??= setTimeout(flush, DELAY_MS);
    },
    close(): void {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    },
  };
}
