import type { Engine } from '../../../engine/engine.ts';
import { notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { NO_FILE, storedFileStore } from './stored-file-store.ts';

/** Opens a stored file for editing: finds or creates a revision of its cues. Throws a 404. */
export function openFile(
  { db, engine }: { db: Database; engine: Engine },
  fileId: number,
  created_by: number | null,
): Promise<{ revision_id: number; isNew: boolean }> {
  return db.transaction(async (transaction) => {
    const files = storedFileStore(transaction);
    const storedFile = await files.find(fileId);
    // Lock the subtitle before its file, as everywhere, to avoid deadlocks.
    const subtitle = storedFile && (await subtitleStore(transaction).lock(storedFile.subtitle_id));
    const file = subtitle && (await files.lockWithContent(fileId));
    if (!file) throw notFound(NO_FILE);
    const store = revisionStore(transaction);
    const existing = await store.findForFile(fileId);
    if (existing !== null) return { revision_id: existing, isNew: false };
    const cues = await engine.run('readText', file.content);
    const revision_id = await store.add({
      subtitle_id: file.subtitle_id,
      kind: 'file',
      stored_file_id: fileId,
      reason: 'opened',
      created_by,
      segments: cues.map(({ start, end, text, markup }) => ({
        start,
        end,
        text,
        text_original: '',
        mismatch: false,
        label: '',
        ...(markup && { markup }),
      })),
    });
    return { revision_id, isNew: true };
  });
}
