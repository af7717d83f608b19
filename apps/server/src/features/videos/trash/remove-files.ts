import type { Database } from '../../../platform/database/database.ts';
import { queueTask } from '../../../platform/jobs/jobs.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { videoStore } from '../store.ts';

export const REMOVE_TASK = 'remove-stored';

/** Number of attempts, over five days with the queue's back-off. */
const ATTEMPTS = 30;

type Removal = { keys: string[] };

/** Queues the removal of files after the commit. Retried for days if the store is down. */
export async function queueRemoval(db: Database, maybeKeys: readonly (string | null)[]): Promise<void> {
  const keys = maybeKeys.filter((key) => key !== null);
  const removal: Removal = { keys };
  if (keys.length > 0) await queueTask(db, REMOVE_TASK, removal, { attempts: ATTEMPTS });
}

/** Creates the task that removes files, except those that a video or replaced media refer to again by then. */
export const removeFiles =
  ({ db, storage }: { db: Database; storage: Storage }) =>
  async ({ keys }: Removal): Promise<void> => {
    const usedKeys = await videoStore(db).findUsedKeys(keys);
    for (const key of keys) if (!usedKeys.has(key)) await storage.remove(key);
  };

/** Removes unused files at once, or later if the store fails. Doesn't throw, since callers handle another error. */
export async function discardFiles(
  { db, storage }: { db: Database; storage: Storage },
  keys: readonly (string | null)[],
): Promise<void> {
  const remove = async (key: string | null) => {
    if (key) await storage.remove(key).catch(() => queueRemoval(db, [key]));
  };
  await Promise.allSettled(keys.map(remove));
}
