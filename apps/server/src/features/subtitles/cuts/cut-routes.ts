import { subtitles } from '@sayback/contract';
import { eq } from 'drizzle-orm';
import type { Engine } from '../../../engine/engine.ts';
import { mustExist, notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Viewer } from '../../../security/authentication.ts';
import type { JobKind } from '../../jobs/index.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { findVisibleAlignment } from '../alignment/find-visible-alignment.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { alignments, cut_proposals } from '../tables.ts';
import { cutQueue } from './cut-queue.ts';
import { canFit, fittingJob, startFitting } from './fit-alignment.ts';
import { dismissCut, moveCuts } from './move-cuts.ts';
import { reportStore } from './report-store.ts';

const LISTED = 50;

type Deps = { db: Database; storage: Storage; sound: Sound | null; engine: Engine };

/** Serves what learners report of lines, and the curator's queue of cuts. Returns the kinds of jobs that come with them. */
export function cutRoutes({ serve }: Router, deps: Deps): JobKind[] {
  const { db, sound } = deps;
  const reports = reportStore(db);

  async function findLine(id: number, viewer: Viewer) {
    const alignmentId = mustExist(await segmentStore(db).alignmentOf(id), 'subtitles.noSegment');
    const { video } = await findVisibleAlignment(db, alignmentId, viewer);
    const [line] = await segmentStore(db).listByIds(alignmentId, [id]);
    if (!line) throw notFound('subtitles.noSegment');
    return { line, video };
  }

  serve(subtitles.reportLine, async ({ params, body, viewer }) => {
    const { line, video } = await findLine(params.id, viewer);
    const { id: video_id } = video;
    await reports.save(
      { user_id: viewer.id, video_id, alignment_id: line.alignment_id, kind: body.kind },
      line,
      body.nudge,
    );
  });

  serve(subtitles.withdrawReport, async ({ params, viewer }) => {
    const { line, video } = await findLine(params.id, viewer);
    await reports.withdraw(viewer.id, video.id, line);
  });

  serve(subtitles.listOwnReports, async ({ viewer }) =>
    (await reports.listOf(viewer.id, LISTED)).map((report) => ({
      ...report,
      created_at: report.created_at.toISOString(),
    })),
  );

  serve(subtitles.listCuts, async ({ params, viewer }) => {
    const { alignment, video } = await findVisibleAlignment(db, params.id, viewer);
    const [segments, proposals, open, [fitted]] = await Promise.all([
      alignmentStore(db).listSegments(alignment.id),
      db.select().from(cut_proposals).where(eq(cut_proposals.alignment_id, alignment.id)),
      reports.selectOpen(video.id),
      db.select({ at: alignments.cuts_fitted_at }).from(alignments).where(eq(alignments.id, alignment.id)),
    ]);
    // A translation's fault is of the language that it was reported in.
    const meant = open.filter(
      ({ kind, alignment_id }) => kind !== 'wrong_translation' || alignment_id === alignment.id,
    );
    return {
      fitted_at: fitted?.at?.toISOString() ?? null,
      can_fit: canFit(sound, video),
      cuts: cutQueue(segments, proposals, meant),
    };
  });

  serve(subtitles.fitCuts, async ({ params, viewer }) => ({
    job_id: await startFitting(db, sound, params.id, viewer),
  }));

  serve(subtitles.moveCuts, async ({ params, body, viewer }) => ({
    cuts: await moveCuts(db, params.id, body, viewer),
  }));

  serve(subtitles.dismissCut, ({ params, body }) => dismissCut(db, params.id, body.outcome));

  return [fittingJob(deps)];
}
