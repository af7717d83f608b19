import type { AlignedSegment, Cue } from '@sayback/subtitles';
import { and, eq } from 'drizzle-orm';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { announceChange } from '../segments/announce-change.ts';
import { type ListedSubtitle, NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import { alignedDigest } from './aligned-digest.ts';
import { alignmentStore, type NewSegment } from './alignment-store.ts';
import { holdsEdits, keepEdits } from './carry-over-edits.ts';
import type { Engine } from '../../../engine/engine.ts';

async function findPair(db: Database, subtitleId: number) {
  const store = subtitleStore(db);
  const target = await store.find(subtitleId);
  if (!target) throw notFound(NO_SUBTITLE);
  if (target.is_original) throw new AppError('bad_request', 'subtitles.originalWithItself');
  const original = await store.findOriginal(target.video_id);
  if (!original) {
    throw new AppError('conflict', 'subtitles.noOriginal');
  }
  return { original, target };
}

const toRow = (segment: AlignedSegment, original: Cue[], target: Cue[]): NewSegment => ({
  start_ms: segment.start,
  end_ms: segment.end,
  text_original: segment.text_original,
  text_target: segment.text_target,
  mismatch: segment.mismatch,
  label: segment.label,
  confidence: segment.confidence,
  edited: false,
  aligned_digest: alignedDigest(segment, original, target),
});

const isSame = (now: ListedSubtitle | null, then: ListedSubtitle) =>
  now?.id === then.id && now.uploaded_at.getTime() === then.uploaded_at.getTime();

/**
 * Aligns a target subtitle with the original of its video, and answers the alignment's id. Done again, segments that hold
 * edits become a revision first, and those whose cues came out the same keep what an editor made of them. Throws 400 for
 * the original itself, 404, and 409 without an original.
 */
export async function alignSubtitle(
  { db, engine }: { db: Database; engine: Engine },
  subtitleId: number,
  createdBy: number | null = null,
): Promise<number> {
  const { original, target } = await findPair(db, subtitleId);
  const store = subtitleStore(db);
  const cues = { original: await store.cues(original.id), target: await store.cues(target.id) };
  const aligned = await engine.run('align', {
    ...cues,
    originalLanguage: original.language,
    targetLanguage: target.language,
  });
  const rows = aligned.map((segment) => toRow(segment, cues.original, cues.target));

  return db.transaction(async (transaction) => {
    if (!(await subtitleStore(transaction).lock(subtitleId))) throw notFound(NO_SUBTITLE);
    const id = await putAligned(transaction, subtitleId, rows, createdBy);
    // An upload may have come while the aligner was at work. Looked at now that the alignment is locked, no mark of a
    // later one can be lost.
    const now = await findPair(transaction, subtitleId);
    if (!isSame(now.original, original) || !isSame(now.target, target)) {
      await subtitleStore(transaction).markNeedsRealign(now.target);
    }
    await setLatest(transaction, original, id);
    return id;
  });
}

async function setLatest(
  transaction: Database,
  original: ListedSubtitle,
  alignmentId: number,
): Promise<void> {
  const set = await transaction
    .update(videos)
    .set({ latest_alignment_id: alignmentId })
    .where(and(eq(videos.id, original.video_id), eq(videos.original_language, original.language)))
    .returning({ id: videos.id });
  if (set.length === 0) throw new AppError('conflict', 'subtitles.languageChanged');
}

async function putAligned(
  transaction: Database,
  subtitleId: number,
  aligned: NewSegment[],
  created_by: number | null,
): Promise<number> {
  const store = alignmentStore(transaction);
  const id = await store.open(subtitleId);
  const former = await store.listSegments(id);
  if (holdsEdits(former))
    await revisionStore(transaction).keepAlignment(id, { reason: 'realign', created_by });
  await store.replaceSegments(id, keepEdits(former, aligned));
  await announceChange(transaction, { alignment_id: id, reordered: true });
  return id;
}
