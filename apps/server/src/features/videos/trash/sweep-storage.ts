import type { Database } from '../../../platform/database/database.ts';
import { databaseNow } from '../../../platform/database/database-now.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { videoStore } from '../store.ts';

/** An older upload is abandoned, not slow: nothing will refer to it any more. */
const ABANDONED_UPLOAD_MS = 2 * 24 * 60 * 60 * 1000;
const KEY_BATCH_SIZE = 500;

/** Pattern of storage keys that this server creates; all other files are ignored. */
const GENERATED_KEY = /^videos\/\d+\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.\w+$/;

/**
 * Removes files of servers that died between storing a file and saving its name: stored two days ago or more, and not referred to by a
 * video. Returns their number.
 */
export async function sweepStorage(
  { db, storage }: { db: Database; storage: Storage },
  now?: Date,
): Promise<number> {
  const before = new Date((now ?? (await databaseNow(db))).getTime() - ABANDONED_UPLOAD_MS);
  const old = (await storage.listBefore('videos', before)).filter((key) => GENERATED_KEY.test(key));
  let removed = 0;
  for (let at = 0; at < old.length; at += KEY_BATCH_SIZE) {
    const keys = old.slice(at, at + KEY_BATCH_SIZE);
    const named = await videoStore(db).namedKeys(keys);
    for (const key of keys) {
      if (named.has(key)) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
