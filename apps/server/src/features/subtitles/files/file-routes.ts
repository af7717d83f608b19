import { subtitles } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { Parts } from '../deps.ts';
import { NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import { restoreFile } from '../trash/restore-file.ts';
import { deleteFile } from './delete-file.ts';
import { openFile } from './open-file.ts';
import { NO_FILE, type StoredFileRow, storedFileStore } from './stored-file-store.ts';

export function fileRoutes(
  { serve }: Router,
  parts: Parts & { fileDownloadUrl: (fileId: number) => string },
): void {
  const { db } = parts;
  const store = storedFileStore(db);

  const describeFile = (row: StoredFileRow): subtitles.StoredFile => ({
    ...row,
    uploaded_at: row.uploaded_at.toISOString(),
    download_url: parts.fileDownloadUrl(row.id),
  });

  serve(subtitles.listFiles, async ({ params }) => {
    if (!(await subtitleStore(db).find(params.id))) throw notFound(NO_SUBTITLE);
    return (await store.listOfSubtitle(params.id)).map(describeFile);
  });

  serve(subtitles.protectFile, async ({ params, body }) => {
    const isThere = await store.setProtected(params.id, body.protected);
    const file = isThere && (await store.find(params.id));
    if (!file) throw notFound(NO_FILE);
    return describeFile(file);
  });

  serve(subtitles.deleteFile, async ({ params }) => {
    await deleteFile(db, params.id);
    return undefined;
  });

  serve(subtitles.restoreFile, async ({ params }) => describeFile(await restoreFile(db, params.id)));

  serve(subtitles.openFile, async ({ params, viewer, unchanged }) => {
    const { revision_id, isNew } = await openFile(parts, params.id, viewer.id);
    if (!isNew) unchanged();
    return { revision_id };
  });
}
