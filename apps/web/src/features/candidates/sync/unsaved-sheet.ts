import { del, get, set } from 'idb-keyval';
import type { CueDocument } from './model/cue-document.ts';

/** Work that was not saved, and the content on the server that it was begun from. */
export type SyncDraft = { cueDocument: CueDocument; base: string };

/** How long after the last change it is kept, in milliseconds. */
const DELAY_MS = 400;

const keyOf = (username: string, candidateId: number, version: string) =>
  `unsaved-sync:${username}:${candidateId}:${version}`;

/** What the browser kept for one person of one version; null for nothing, also in a browser without a store. */
export async function readUnsavedSheet(
  username: string,
  candidateId: number,
  version: string,
): Promise<SyncDraft | null> {
  try {
    return (await get<SyncDraft>(keyOf(username, candidateId, version))) ?? null;
  } catch {
    return null;
  }
}

/** Keeps unsaved work a moment after it changes, and at once when asked to; null forgets it. */
export function createSheetKeeper(username: string, candidateId: number, version: string) {
  const key = keyOf(username, candidateId, version);
  let pending: { work: SyncDraft | null } | null = null;
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
    keep(work: SyncDraft | null): void {
      pending = { work };
      clearTimeout(timer);
      timer = setTimeout(() => void keepNow(), DELAY_MS);
    },
    keepNow,
  };
}
