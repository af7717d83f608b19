import { createStore, del, get, set, type UseStore } from 'idb-keyval';

/** The longest that a change waits until it is saved, in milliseconds: what is typed without a pause is saved too. */
const DELAY_MS = 250;

/** The one that `idb-keyval` has by itself. */
const store = createStore('keyval-store', 'keyval');

/** Commits what is written without waiting for an event: a page that is being left gets none, and would write nothing. */
const committing: UseStore = (mode, write) =>
  store(mode, (objects) => {
    const written = write(objects);
    objects.transaction.commit();
    return written;
  });

/** Reads a draft that the browser has kept. Undefined where it has none, or has no storage. */
export async function readUnsavedWork<T>(key: string): Promise<T | undefined> {
  try {
    return await get<T>(key, store);
  } catch {
    return undefined;
  }
}

/**
 * Saves unsaved work in the browser, a moment after each change and at once when the page is left. It outlives a reload
 * and logging out.
 */
export function openUnsavedStorage<T>(key: string) {
  let pending: { draft: T | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(draft: T | null): Promise<void> {
    try {
      await (draft === null ? del(key, committing) : set(key, draft, committing));
    } catch (error) {
      console.error('the draft could not be saved', error);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending) void write(pending.draft);
    pending = null;
  }

  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return {
    /** Null deletes the draft. */
    save(draft: T | null): void {
      pending = { draft };
      timer ??= setTimeout(flush, DELAY_MS);
    },
    close(): void {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    },
  };
}
