import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { videoStore } from '../../videos/index.ts';
import { announceChange } from '../segments/announce-change.ts';
import {
  type ListedSubtitle,
  NO_SUBTITLE,
  type SubtitleStore,
  subtitleStore,
} from '../tracks/subtitle-store.ts';
import { type TrashRow, trashStore } from './trash-store.ts';

const TAKEN = 'subtitles.languageTaken';
const OTHER_LANGUAGE = 'subtitles.otherOriginalLanguage';

/**
 * Restores a deleted subtitle with its alignment, revisions and stored files; returns one that isn't deleted unchanged. Throws
 * a 404, and a 409 if the language now has another one.
 */
export function restoreSubtitle(db: Database, id: number): Promise<ListedSubtitle> {
  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const present = await store.find(id);
    if (present) return present;
    const trashed = await trashStore(transaction).lock({ kind: 'subtitle', thing_id: id });
    // Prevents others from uploading a subtitle of the video meanwhile.
    const video = trashed && (await videoStore(transaction).lock(trashed.video_id));
    if (!video) throw notFound(NO_SUBTITLE);
    if (await store.lockLanguage(video.id, trashed.language)) throw new AppError('conflict', TAKEN);
    if (video.original_language !== trashed.original_language) throw new AppError('conflict', OTHER_LANGUAGE);
    await trashStore(transaction).restoreRows(trashed.id);
    const restored = mustExist(await store.find(id), NO_SUBTITLE);
    await settleAlignments(transaction, store, { trashed, restored });
    return (await store.find(id)) ?? restored;
  });
}

/** Restores the deleted alignment's state, and marks alignments that changed without it for realigning. */
async function settleAlignments(
  transaction: Database,
  store: SubtitleStore,
  { trashed, restored }: { trashed: TrashRow; restored: ListedSubtitle },
): Promise<void> {
  if (restored.is_original && !(await trashStore(transaction).isOlderOriginal(trashed))) {
    await store.unmarkNeedsRealign(trashed.touched_ids, trashed.trashed_at);
  }
  if (restored.alignment_id === null) return;
  const original = await store.findOriginal(restored.video_id);
  if (!original || original.uploaded_at > trashed.trashed_at) await store.markNeedsRealign(restored);
  if (trashed.was_latest) {
    await store.setLatestAlignment(restored.video_id, restored.alignment_id, restored.original_language);
  }
  await announceChange(transaction, { alignment_id: restored.alignment_id, reordered: true });
}
