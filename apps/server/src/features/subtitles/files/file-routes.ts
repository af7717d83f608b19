import { subtitles } from '@sayback/contract';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import { restoreFile } from '../trash/restore-file.ts';
import { trashStore } from '../trash/trash-store.ts';
import { openFile } from './open-file.ts';
import { NO_FILE, type StoredFileRow, storedFileStore } from './stored-file-store.ts';

/** Moves a stored file to the trash. Throws a 404, and a 409 for a protected one. */
function deleteFile(db: Database, id: number): Promise<void> {
  return db.transaction(async (transaction) => {
    const store = storedFileStore(transaction);
    const storedFile = await store.find(id);
    // Lock the subtitle before its file, as everywhere, to avoid deadlocks.
    const subtitle = storedFile && (await subtitleStore(transaction).lock(storedFile.subtitle_id));
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
      touched_ids: await revisionStore(transaction).listIdsForFile(id),
    });
    await store.remove(id);
  });
}

export function fileRoutes(
  { serve }: Router,
  deps: Deps & { fileDownloadUrl: (fileId: number) => string },
): void {
  const { db } = deps;
  const store = storedFileStore(db);

  const describeFile = (row: StoredFileRow): subtitles.StoredFile => ({
    ...row,
    uploaded_at: row.uploaded_at.toISOString(),
    download_url: deps.fileDownloadUrl(row.id),
  });

  serve(subtitles.listFiles, async ({ params }) => {
    if (!(await subtitleStore(db).find(params.id))) throw notFound(NO_SUBTITLE);
    return (await store.listForSubtitle(params.id)).map(describeFile);
  });

  serve(subtitles.protectFile, async ({ params, body }) => {
    const exists = await store.setProtected(params.id, body.protected);
    const file = exists && (await store.find(params.id));
    if (!file) throw notFound(NO_FILE);
    return describeFile(file);
  });

  serve(subtitles.deleteFile, ({ params }) => deleteFile(db, params.id));

  serve(subtitles.restoreFile, async ({ params }) => describeFile(await restoreFile(db, params.id)));

  serve(subtitles.openFile, async ({ params, viewer, unchanged }) => {
    const { revision_id, isNew } = await openFile(deps, params.id, viewer.id);
    if (!isNew) unchanged();
    return { revision_id };
  });
}
