import { del, get, keys, set, type UseStore } from 'idb-keyval';
import { mayStore, objects as store } from './kinds.ts';
import { deviceReady } from './open-device.ts';

/** Longest delay before a change is saved, in milliseconds. Continuous typing doesn't extend it. */
const DELAY_MS = 250;
/** Time for the previous page to close after a reload, in milliseconds; enough even on a slow device. */
const CLOSING_MS = 2000;

/** One unsaved item, such as a row, by its id. */
export type UnsavedEntry<T> = [id: number, entry: T];

/** Commits explicitly instead of waiting for an event: a page that is being closed gets none, and would write nothing. */
const committing: UseStore = (mode, write) =>
  store(mode, (objects) => {
    const written = write(objects);
    objects.transaction.commit();
    return written;
  });

/** This tab's part of the key. Tabs don't share one, so that they can't overwrite each other's work. */
const OWN = Math.random().toString(36).slice(2);
const toKey = (key: string, tab: string) => `${key} in ${tab}`;
const lockName = (tab: string) => `tab ${tab}`;

let isHeld = false;

/** Holds a lock for the life of this page, so that other tabs can tell that it is open. */
function holdTab(): void {
  if (isHeld || !navigator.locks) return;
  isHeld = true;
  void navigator.locks.request(lockName(OWN), () => new Promise(() => undefined));
}

/** Runs work if a tab is closed. Without TLS browsers have no locks: there, all other tabs count as closed. */
async function ifClosed(tab: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  const signal = AbortSignal.timeout(CLOSING_MS);
  try {
    await navigator.locks.request(lockName(tab), { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Reads the stored entries of a key, and takes over those of closed tabs. If two tabs have entries with the same id, one stays
 * for the next call. Empty if the browser has no storage.
 */
export async function takeUnsavedWork<T>(key: string): Promise<UnsavedEntry<T>[]> {
  holdTab();
  try {
    await deviceReady();
    const own = toKey(key, OWN);
    const entries = new Map(await get<UnsavedEntry<T>[]>(own, store));
    const prefix = toKey(key, '');
    const others = (await keys<string>(store)).filter((other) => other.startsWith(prefix) && other !== own);
    const takeOver = async (other: string) => {
      const left: UnsavedEntry<T>[] = [];
      for (const [id, entry] of (await get<UnsavedEntry<T>[]>(other, store)) ?? []) {
        if (entries.has(id)) left.push([id, entry]);
        else entries.set(id, entry);
      }
      await set(own, [...entries], store);
      await (left.length > 0 ? set(other, left, store) : del(other, store));
    };
    await Promise.all(others.map((other) => ifClosed(other.slice(prefix.length), () => takeOver(other))));
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
    const own = toKey(key, OWN);
    if (!mayStore(own)) return;
    try {
      await (entries.length === 0 ? del(own, committing) : set(own, entries, committing));
    } catch (error) {
      console.error('the draft could not be saved', error);
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
