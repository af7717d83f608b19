import type { Database } from '../../../platform/database/database.ts';
import { databaseNow } from '../../../platform/database/database-now.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { videoStore } from '../store.ts';

/** Older files without a reference were abandoned: no upload takes this long. */
const ABANDONED_UPLOAD_MS = 2 * 24 * 60 * 60 * 1000;
const KEY_BATCH_SIZE = 500;

/** Pattern of storage keys that this server creates; all other files are ignored. */
const GENERATED_KEY = /^videos\/\d+\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.\w+$/;

/**
 * Removes files at least two days old that no video refers to, left by servers that died between storing a file and saving its
 * key. Returns their number.
 */
export async function sweepStorage(
  { db, storage }: { db: Database; storage: Storage },
  now?: Date,
): Promise<number> {
  const before = new Date((now ?? (await databaseNow(db))).getTime() - ABANDONED_UPLOAD_MS);
  const oldKeys = (await storage.listBefore('videos', before)).filter((key) => GENERATED_KEY.test(key));
  let removed = 0;
  for (let start = 0; start < oldKeys.length; start += KEY_BATCH_SIZE) {
    const keys = oldKeys.slice(start, start + KEY_BATCH_SIZE);
    const usedKeys = await videoStore(db).findUsedKeys(keys);
    for (const key of keys) {
      if (usedKeys.has(key)) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
