import { del, get, set } from 'idb-keyval';
import type { Unsaved } from './model/draft.ts';

const keyOf = (username: string, alignmentId: number) => `unsaved:${username}:${alignmentId}`;

/** How long after the last key the unsaved rows are kept, in milliseconds. */
const DELAY_MS = 250;

/**
 * The unsaved rows of an alignment, kept by the browser for one person. They outlive a reload and logging out. A browser
 * without a store just keeps none.
 */
export async function readUnsaved(username: string, alignmentId: number): Promise<Map<number, Unsaved>> {
  try {
    return new Map(await get<[number, Unsaved][]>(keyOf(username, alignmentId)));
  } catch {
    return new Map();
  }
}

/** Keeps the unsaved rows a moment after they change, and at once when asked to. */
export function createUnsavedKeeper(username: string, alignmentId: number) {
  const key = keyOf(username, alignmentId);
  let pending: ReadonlyMap<number, Unsaved> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function keepNow(): Promise<void> {
    clearTimeout(timer);
    if (!pending) return;
    const entries = [...pending];
    pending = null;
    try {
      await (entries.length > 0 ? set(key, entries) : del(key));
    } catch (error) {
      console.error('unsaved rows could not be kept', error);
    }
  }

  return {
    keep(unsaved: ReadonlyMap<number, Unsaved>): void {
      pending = unsaved;
      clearTimeout(timer);
      timer = setTimeout(() => void keepNow(), DELAY_MS);
    },
    keepNow,
  };
}
