import { mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NO_FILE, type StoredFileRow, storedFileStore } from '../files/stored-file-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { trashStore } from './trash-store.ts';

/** Restores a deleted stored file, and links it to its revisions. Returns a file that isn't deleted unchanged. Throws a 404. */
export function restoreFile(db: Database, id: number): Promise<StoredFileRow> {
  return db.transaction(async (transaction) => {
    const store = storedFileStore(transaction);
    const existing = await store.find(id);
    if (existing) return existing;
    const trashed = await trashStore(transaction).lock({ kind: 'file', thing_id: id });
    if (!trashed || !(await subtitleStore(transaction).lock(trashed.subtitle_id))) throw notFound(NO_FILE);
    await trashStore(transaction).restoreRows(trashed.id);
    await revisionStore(transaction).linkFile(id, trashed.touched_ids);
    return mustExist(await store.find(id), NO_FILE);
  });
}
