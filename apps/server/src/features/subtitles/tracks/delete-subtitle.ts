import { AppError, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { announceChange } from '../segments/announce-change.ts';
import { trashStore } from '../trash/trash-store.ts';
import { NO_SUBTITLE, subtitleStore } from './subtitle-store.ts';

/**
 * Moves a subtitle with its alignment, revisions and stored files to the trash. If it is the original, the video's other
 * alignments need realigning. Throws a 404, and a 409 while one of the files is protected.
 */
export function deleteSubtitle(db: Database, id: number): Promise<void> {
  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const subtitle = mustExist(await store.lock(id), NO_SUBTITLE);
    if (await storedFileStore(transaction).lockAndCheckProtection(id)) {
      throw new AppError('conflict', 'files.oneIsProtected');
    }
    // Waits for editors' saves in flight.
    if (subtitle.alignment_id !== null) await alignmentStore(transaction).lock(subtitle.alignment_id);
    await trashStore(transaction).put({
      kind: 'subtitle',
      thing_id: id,
      video_id: subtitle.video_id,
      subtitle_id: id,
      language: subtitle.language,
      original_language: subtitle.original_language,
      was_latest: subtitle.is_latest,
      touched_ids: subtitle.is_original ? await store.markNeedsRealign(subtitle) : [],
    });
    await store.remove(id);
    if (subtitle.alignment_id !== null) {
      await store.replaceLatestAlignment(subtitle.video_id, subtitle.alignment_id);
      await announceChange(transaction, { alignment_id: subtitle.alignment_id, reordered: true });
    }
  });
}
