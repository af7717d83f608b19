import { del, get, set } from 'idb-keyval';

/** How long after the last change a draft is saved, in milliseconds. */
const DELAY_MS = 250;

/** Reads a draft that the browser has kept. Undefined where it has none, or has no storage. */
export async function readDraft<T>(key: string): Promise<T | undefined> {
  try {
    return await get<T>(key);
  } catch {
    return undefined;
  }
}

/**
 * Saves unsaved work in the browser, a moment after each change and at once when the page is left. It outlives a reload
 * and logging out.
 */
export function openDraftStorage<T>(key: string) {
  let pending: { draft: T | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(draft: T | null): Promise<void> {
    try {
      await (draft === null ? del(key) : set(key, draft));
    } catch (error) {
      console.error('the draft could not be saved', error);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    if (pending) void write(pending.draft);
    pending = null;
  }

  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return {
    /** Null deletes the draft. */
    save(draft: T | null): void {
      pending = { draft };
      clearTimeout(timer);
      timer = setTimeout(flush, DELAY_MS);
    },
    close(): void {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    },
  };
}
