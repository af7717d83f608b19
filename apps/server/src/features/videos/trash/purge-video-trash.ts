import { videos } from '@sayback/contract';
import type { Database } from '../../../platform/database/database.ts';
import { databaseNow } from '../../../platform/database/database-now.ts';
import { replacedMediaStore } from '../media/replaced-media-store.ts';
import { listMediaKeys, type MediaKeys, videoStore } from '../store.ts';
import { queueRemoval } from './remove-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes videos with their subtitles, and replaced media, after 30 days in the trash. Queues the removal of their files, in
 * case the store is down.
 */
export async function purgeTrash(db: Database, now?: Date): Promise<void> {
  const before = new Date((now ?? (await databaseNow(db))).getTime() - videos.TRASH_DAYS * DAY_MS);
  const purge = (work: (transaction: Database) => Promise<readonly MediaKeys[]>) =>
    db.transaction(async (transaction) =>
      queueRemoval(transaction, (await work(transaction)).flatMap(listMediaKeys)),
    );
  for (const id of await videoStore(db).listTrashed(before)) {
    await purge(async (transaction) => {
      const replaced = await replacedMediaStore(transaction).listForVideo(id);
      const removed = await videoStore(transaction).removeTrashed(id, before);
      return removed ? [...replaced, removed] : [];
    });
  }
  await purge((transaction) => replacedMediaStore(transaction).removeTrashedBefore(before));
}
