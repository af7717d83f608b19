import { eq, sql } from 'drizzle-orm';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { defineJob, type JobKind, startJob } from '../../jobs/index.ts';
import { makeSpeech, readSpeech, videoStore } from '../../videos/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { alignments, cut_proposals } from '../tables.ts';

const KIND = 'fit-cuts';

type Payload = { alignment_id: number };
type Result = { proposed: number };
type Deps = { storage: Storage; sound: Sound | null; engine: Engine };

/** Returns true for a video whose audio this server can read. */
export const canFit = (
  sound: Sound | null,
  { media_key, speech_key }: { media_key: string | null; speech_key: string | null },
): boolean => sound !== null && media_key !== null && speech_key !== '';

/** Throws a 404 without the alignment, and a 409 if there is no audio, or it is being fitted. */
export async function startFitting(
  db: Database,
  sound: Sound | null,
  alignmentId: number,
  viewer: { id: number },
) {
  const alignment = mustExist(await alignmentStore(db).find(alignmentId), NO_ALIGNMENT);
  const video = await videoStore(db).find(alignment.video_id);
  if (!video || !canFit(sound, video)) throw new AppError('conflict', 'cuts.noSpeech');
  return startJob(db, {
    kind: KIND,
    subject: `alignment:${alignmentId}`,
    payload: { alignment_id: alignmentId } satisfies Payload,
    created_by: viewer.id,
    conflictMessage: 'cuts.inProgress',
  });
}

/** The job that proposes cuts. It doesn't change any. */
export const fittingJob = (deps: Deps): JobKind =>
  defineJob<Payload>(KIND, async ({ payload: { alignment_id }, db, signal }): Promise<Result> => {
    const store = alignmentStore(db);
    const alignment = await store.find(alignment_id);
    const video = alignment && (await videoStore(db).find(alignment.video_id));
    const media = video?.media_key ? { video_id: video.id, media_key: video.media_key } : null;
    const key = media && (video?.speech_key ?? (await makeSpeech({ ...deps, db }, media, signal)));
    if (!alignment || !key) throw new AppError('conflict', 'cuts.noSpeech');
    const { profile } = await readSpeech(deps.storage, key);
    // Sorted by time. Lines without a text can't be fitted.
    const rows = (await store.listSegments(alignment_id))
      .filter(({ text_original }) => text_original.trim() !== '')
      .sort((a, b) => a.start_ms - b.start_ms);
    const lines = rows.map(({ start_ms, end_ms, text_original }) => ({
      start: start_ms,
      end: end_ms,
      text: text_original,
    }));
    const cuts = await deps.engine.run('fitToProfile', { profile, lines }, { signal });
    const proposals = rows.flatMap((row, index) => {
      const cut = cuts[index];
      return cut
        ? {
            segment_id: row.id,
            alignment_id,
            start_ms: Math.round(cut.start),
            end_ms: Math.round(cut.end),
            is_sure: cut.isSure,
            is_likely: cut.isLikely,
            from_start_ms: row.start_ms,
            from_end_ms: row.end_ms,
          }
        : [];
    });
    await saveProposals(db, alignment_id, proposals);
    return { proposed: proposals.length };
  });

type Proposal = typeof cut_proposals.$inferInsert;

const saveProposals = (db: Database, alignmentId: number, proposals: readonly Proposal[]): Promise<void> =>
  db.transaction(async (transaction) => {
    // Locking the alignment before its segments, as everywhere, avoids deadlocks.
    await alignmentStore(transaction).lock(alignmentId);
    await transaction.delete(cut_proposals).where(eq(cut_proposals.alignment_id, alignmentId));
    // Segments may have been deleted meanwhile.
    await transaction.execute(sql`
      insert into cut_proposals
      select input.* from jsonb_populate_recordset(null::cut_proposals, ${JSON.stringify(proposals)}::jsonb) as input
      join segments on segments.id = input.segment_id and segments.alignment_id = ${alignmentId}`);
    await transaction
      .update(alignments)
      .set({ cuts_fitted_at: sql`now()` })
      .where(eq(alignments.id, alignmentId));
  });
