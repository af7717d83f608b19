import { videos } from '@sayback/contract';
import type { Database } from '../../../platform/database/database.ts';
import { databaseNow } from '../../../platform/database/database-now.ts';
import { type Storage, StorageUnavailable } from '../../../platform/storage/storage.ts';
import { replacedMediaStore } from '../media/replaced-media-store.ts';
import { keysOf, type MediaKeys, videoStore } from '../store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes items after 30 days in the trash: videos with their subtitles and media, and replaced media. Items that can't be
 * removed stay for the next run; it throws, once the others are gone.
 */
export async function purgeTrash(
  { db, storage }: { db: Database; storage: Storage },
  now?: Date,
): Promise<void> {
  const before = new Date((now ?? (await databaseNow(db))).getTime() - videos.TRASH_DAYS * DAY_MS);
  const failures: unknown[] = [];
  const purge = async (work: (transaction: Database) => Promise<readonly MediaKeys[]>) => {
    // The others would wait for the store just as long.
    if (failures.at(-1) instanceof StorageUnavailable) return;
    const purging = db.transaction(async (transaction) => {
      for (const removed of await work(transaction))
        for (const key of keysOf(removed)) await storage.remove(key);
    });
    await purging.catch((error: unknown) => failures.push(error));
  };
  for (const id of await videoStore(db).listTrashed(before)) {
    await purge(async (transaction) => {
      const replaced = await replacedMediaStore(transaction).listOf(id);
      const removed = await videoStore(transaction).removeTrashed(id, before);
      return removed ? [...replaced, removed] : [];
    });
  }
  await purge((transaction) => replacedMediaStore(transaction).takeBefore(before));
  if (failures.length > 0) throw new AggregateError(failures, 'Videos in the trash could not be deleted.');
}
