import { AppError, notFound } from '../../http/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { announceChange } from './announce-change.ts';
import { storedFileStore } from './stored-file-store.ts';
import { NO_SUBTITLE, subtitleStore } from './subtitle-store.ts';

/**
 * Deletes a subtitle with its alignment, revisions and stored files. Without their original, the other alignments of the
 * video need realigning. Throws a 404, and a 409 while one of the files is protected.
 */
export function deleteSubtitle(db: Database, id: number): Promise<void> {
  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const subtitle = await store.lock(id);
    if (!subtitle) throw notFound(NO_SUBTITLE);
    if (await storedFileStore(transaction).lockProtection(id)) {
      throw new AppError('conflict', 'One of its stored files is protected. Take that protection off first.');
    }
    if (subtitle.is_original) await store.markNeedsRealign(subtitle);
    await store.remove(id);
    if (subtitle.alignment_id !== null) {
      await store.dropLatestAlignment(subtitle.video_id, subtitle.alignment_id);
      await announceChange(transaction, { alignment_id: subtitle.alignment_id, reordered: true });
    }
  });
}
