import { videos } from '@sayback/contract';
import type { Database } from '../../../platform/database/database.ts';
import { databaseNow } from '../../../platform/database/database-now.ts';
import { trashStore } from './trash-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export async function purgeSubtitleTrash(db: Database, now?: Date): Promise<void> {
  const before = (now ?? (await databaseNow(db))).getTime() - videos.TRASH_DAYS * DAY_MS;
  await trashStore(db).purge(new Date(before));
}
