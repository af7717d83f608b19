import { videos } from '@sayback/contract';
import type { Database } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { type Storage, StorageUnavailable } from '../../platform/storage/storage.ts';
import { keysOf, videoStore } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes what has been in the trash for 30 days, with its subtitles and media. A video whose media can't be removed stays,
 * to be tried again the next time; then it throws, once the others are gone.
 */
export async function purgeTrash(
  { db, storage }: { db: Database; storage: Storage },
  now?: Date,
): Promise<void> {
  const before = new Date((now ?? (await databaseNow(db))).getTime() - videos.TRASH_DAYS * DAY_MS);
  const failures: unknown[] = [];
  for (const id of await videoStore(db).listTrashed(before)) {
    const purge = db.transaction(async (transaction) => {
      const removed = await videoStore(transaction).removeTrashed(id, before);
      for (const key of keysOf(removed)) await storage.remove(key);
    });
    await purge.catch((error: unknown) => failures.push(error));
    // Each of the others would wait for it as long.
    if (failures.at(-1) instanceof StorageUnavailable) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Videos in the trash could not be deleted.');
}
