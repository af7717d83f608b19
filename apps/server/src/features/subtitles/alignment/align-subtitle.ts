import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { announceChange } from '../segments/announce-change.ts';
import type { NewSegment } from '../segments/segment-columns.ts';
import { type ListedSubtitle, NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import type { AlignedRows, Track } from './align-cues.ts';
import { alignmentStore } from './alignment-store.ts';
import { carryOverEdits, hasEdits } from './carry-over-edits.ts';

async function findPair(db: Database, subtitleId: number) {
  const store = subtitleStore(db);
  const target = mustExist(await store.find(subtitleId), NO_SUBTITLE);
  if (target.is_original) throw new AppError('bad_request', 'subtitles.originalWithItself');
  const original = await store.findOriginal(target.video_id);
  if (!original) {
    throw new AppError('conflict', 'subtitles.noOriginal');
  }
  return { original, target };
}

/** Returns true if a subtitle's cues haven't been replaced since `previous` was read. */
export const isUnchanged = (current: ListedSubtitle, previous: ListedSubtitle) =>
  current.id === previous.id && current.uploaded_at.getTime() === previous.uploaded_at.getTime();

/** Aligns a target with its original in a worker thread. */
export const alignTracks = (
  engine: Engine,
  original: Track,
  target: Track,
): Promise<AlignedRows<NewSegment>> => engine.run('alignCues', { original, target });

/**
 * Saves the result as the alignment of a target subtitle, and returns its id. If the previous alignment has edits, it is saved
 * as a revision first; segments with unchanged cues keep their edits.
 */
export async function putAlignment(
  transaction: Database,
  original: ListedSubtitle,
  targetId: number,
  aligned: NewSegment[],
  created_by: number | null,
): Promise<number> {
  const store = alignmentStore(transaction);
  const id = await store.findOrCreate(targetId);
  const previous = await store.listSegments(id);
  if (hasEdits(previous))
    await revisionStore(transaction).saveAlignment(id, { reason: 'realign', created_by });
  await store.replaceSegments(id, carryOverEdits(previous, aligned));
  await announceChange(transaction, { alignment_id: id, reordered: true });
  if (!(await subtitleStore(transaction).setLatestAlignment(original.video_id, id, original.language))) {
    throw new AppError('conflict', 'subtitles.languageChanged');
  }
  return id;
}

/**
 * Aligns a target subtitle with the original of its video. Returns the alignment's id, and the number of cues left out, if any.
 * Throws 400 for the original itself, 404, and 409 without an original.
 */
export async function alignSubtitle(
  { db, engine }: { db: Database; engine: Engine },
  subtitleId: number,
  createdBy: number | null = null,
): Promise<{ alignment_id: number; left_out?: number }> {
  const { original, target } = await findPair(db, subtitleId);
  const readTrack = async ({ id, language }: ListedSubtitle) => ({
    language,
    cues: await subtitleStore(db).findCues(id),
  });
  const { rows, leftOut } = await alignTracks(engine, await readTrack(original), await readTrack(target));

  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    if (!(await store.lock(subtitleId))) throw notFound(NO_SUBTITLE);
    const id = await putAlignment(transaction, original, subtitleId, rows, createdBy);
    // A subtitle may have been uploaded while the aligner ran. The alignment's lock prevents overwriting a later upload's mark.
    const current = await findPair(transaction, subtitleId);
    if (!isUnchanged(current.original, original) || !isUnchanged(current.target, target))
      await store.markNeedsRealign(current.target);
    return { alignment_id: id, ...(leftOut > 0 && { left_out: leftOut }) };
  });
}
