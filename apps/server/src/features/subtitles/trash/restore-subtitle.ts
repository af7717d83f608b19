import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { videoStore } from '../../videos/index.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { announceChange } from '../segments/announce-change.ts';
import {
  type ListedSubtitle,
  NO_SUBTITLE,
  type SubtitleStore,
  subtitleStore,
} from '../tracks/subtitle-store.ts';
import { type TrashRow, trashStore } from './trash-store.ts';

const LANGUAGE_TAKEN = 'subtitles.languageTaken';
const ORIGINAL_LANGUAGE_CHANGED = 'subtitles.otherOriginalLanguage';

/**
 * Restores a deleted subtitle with its alignment, revisions and stored files. Returns a subtitle that isn't deleted unchanged.
 * Throws a 404, and a 409 if the video now has another subtitle in this language or its spoken language has changed.
 */
export function restoreSubtitle(db: Database, id: number): Promise<ListedSubtitle> {
  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const existing = await store.find(id);
    if (existing) return existing;
    const trashed = await trashStore(transaction).lock({ kind: 'subtitle', thing_id: id });
    const other = trashed && (await store.lockLanguage(trashed.video_id, trashed.language));
    // Editors' saves lock an alignment before the video, too.
    for (const alignmentId of trashed?.touched_ids.toSorted((a, b) => a - b) ?? [])
      await alignmentStore(transaction).lock(alignmentId);
    // Prevents an upload of a first subtitle, and a change of the video's language, meanwhile.
    const video = trashed && (await videoStore(transaction).lock(trashed.video_id));
    if (!video) throw notFound(NO_SUBTITLE);
    if (other) throw new AppError('conflict', LANGUAGE_TAKEN);
    if (video.original_language !== trashed.original_language)
      throw new AppError('conflict', ORIGINAL_LANGUAGE_CHANGED);
    await trashStore(transaction).restoreRows(trashed.id);
    const restored = mustExist(await store.find(id), NO_SUBTITLE);
    await updateAlignmentState(transaction, store, { trashed, restored });
    return (await store.find(id)) ?? restored;
  });
}

/** Unmarks alignments that needn't be realigned after all, marks the restored one if it must be, and restores the latest. */
async function updateAlignmentState(
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
