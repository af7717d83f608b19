import { mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NO_REVISION, type RevisionRow, revisionStore } from '../revisions/revision-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { trashStore } from './trash-store.ts';

/** Restores a deleted revision with its draft. Returns a revision that isn't deleted unchanged. Throws a 404. */
export function restoreRevision(db: Database, id: number): Promise<RevisionRow> {
  return db.transaction(async (transaction) => {
    const store = revisionStore(transaction);
    const existing = await store.find(id);
    if (existing) return existing;
    const trashed = await trashStore(transaction).lock({ kind: 'revision', thing_id: id });
    if (!trashed || !(await subtitleStore(transaction).lock(trashed.subtitle_id)))
      throw notFound(NO_REVISION);
    await trashStore(transaction).restoreRows(trashed.id);
    return mustExist(await store.find(id), NO_REVISION);
  });
}
