import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { trashStore } from '../trash/trash-store.ts';
import { NO_FILE, storedFileStore } from './stored-file-store.ts';

/** Moves a stored file to the trash. Throws a 404, and a 409 for a protected one. */
export function deleteFile(db: Database, id: number): Promise<void> {
  return db.transaction(async (transaction) => {
    const store = storedFileStore(transaction);
    const found = await store.find(id);
    // The subtitle before its file, as everywhere: two transactions can't wait for each other then.
    const subtitle = found && (await subtitleStore(transaction).lock(found.subtitle_id));
    const file = subtitle && (await store.lock(id));
    if (!file) throw notFound(NO_FILE);
    if (file.protected) throw new AppError('conflict', 'files.protected');
    await trashStore(transaction).put({
      kind: 'file',
      thing_id: id,
      video_id: subtitle.video_id,
      subtitle_id: subtitle.id,
      language: subtitle.language,
      original_language: subtitle.original_language,
      touched_ids: await revisionStore(transaction).idsOfFile(id),
    });
    await store.remove(id);
  });
}
