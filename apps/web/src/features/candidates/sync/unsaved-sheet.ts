import { del, get, set } from 'idb-keyval';
import type { Sheet } from './model/sheet.ts';

/** Work that was not saved, and the content on the server that it was begun from. */
export type UnsavedSheet = { sheet: Sheet; base: string };

/** How long after the last change it is kept, in milliseconds. */
const DELAY_MS = 400;

const keyOf = (username: string, candidateId: number, version: string) =>
  `unsaved-sync:${username}:${candidateId}:${version}`;

/** What the browser kept for one person of one version; null for nothing, also in a browser without a store. */
export async function readUnsavedSheet(
  username: string,
  candidateId: number,
  version: string,
): Promise<UnsavedSheet | null> {
  try {
    return (await get<UnsavedSheet>(keyOf(username, candidateId, version))) ?? null;
  } catch {
    return null;
  }
}

/** Keeps unsaved work a moment after it changes, and at once when asked to; null forgets it. */
export function createSheetKeeper(username: string, candidateId: number, version: string) {
  const key = keyOf(username, candidateId, version);
  let pending: { work: UnsavedSheet | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function keepNow(): Promise<void> {
    clearTimeout(timer);
    if (!pending) return;
    const { work } = pending;
    pending = null;
    try {
      await (work ? set(key, work) : del(key));
    } catch (error) {
      console.error('unsaved work could not be kept', error);
    }
  }

  return {
    keep(work: UnsavedSheet | null): void {
      pending = { work };
      clearTimeout(timer);
      timer = setTimeout(() => void keepNow(), DELAY_MS);
    },
    keepNow,
  };
}
