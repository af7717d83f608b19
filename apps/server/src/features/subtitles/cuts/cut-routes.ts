import { subtitles } from '@sayback/contract';
import { eq } from 'drizzle-orm';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import { mapInSlices } from '../../../http/in-slices.ts';
import type { Router } from '../../../http/serve.ts';
import { message } from '../../../messages/message.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { withQuota } from '../../../security/with-quota.ts';
import type { RateLimits } from '../../accounts/index.ts';
import type { JobKind } from '../../jobs/index.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { findVisibleAlignment } from '../alignment/find-visible-alignment.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { alignments, cut_proposals } from '../tables.ts';
import { cutRanker } from './cut-queue.ts';
import { canFit, fittingJob, startFitting } from './fit-alignment.ts';
import { dismissCut, moveCuts } from './move-cuts.ts';
import { reportStore } from './report-store.ts';
import { type HasPractised, reportedLinesReader } from './reported-lines.ts';

const MAX_LISTED = 50;

type Deps = {
  db: PooledDatabase;
  storage: Storage;
  sound: Sound | null;
  engine: Engine;
  hasPractised: HasPractised;
  limits: Pick<RateLimits, 'take' | 'refund'>;
};

/** Registers the routes of learners' reports and the curator's queue of cuts. Returns their kinds of jobs. */
export function cutRoutes({ serve }: Router, deps: Deps): JobKind[] {
  const { db, sound } = deps;
  const reports = reportStore(db);
  const readReportedLines = reportedLinesReader(db, deps.hasPractised);

  async function findLine(id: number, viewer: Viewer) {
    const alignmentId = mustExist(await segmentStore(db).findAlignmentId(id), 'subtitles.noSegment');
    const { video } = await findVisibleAlignment(db, alignmentId, viewer);
    const [line] = await segmentStore(db).listByIds(alignmentId, [id]);
    if (!line) throw notFound('subtitles.noSegment');
    return { line, location: { video_id: video.id, alignment_id: alignmentId } };
  }

  serve(subtitles.reportLine, async ({ params, body, viewer }) => {
    const { line, location } = await findLine(params.id, viewer);
    const report = { user_id: viewer.id, ...location, kind: body.kind };
    const { max: count } = subtitles.OPEN_REPORTS;
    const today = [subtitles.REPORTS_PER_DAY, String(viewer.id)] as const;
    const points = deps.limits.take(...today).then(() => 1);
    const { saved } = await withQuota(deps.limits, today, points, async () => {
      await points;
      const saved = await reports.save(report, line, body.nudge, count);
      return { saved, counted: Number(saved === 'added') };
    });
    if (saved === 'full') throw new AppError('conflict', message('reports.tooMany', { count }));
  });

  serve(subtitles.withdrawReport, async ({ params, viewer }) => {
    const { line, location } = await findLine(params.id, viewer);
    await reports.withdraw(viewer.id, location, line);
  });

  serve(subtitles.listOwnReports, async ({ viewer }) =>
    (await reports.listForUser(viewer.id, MAX_LISTED)).map((report) => ({
      ...report,
      created_at: report.created_at.toISOString(),
    })),
  );

  serve(subtitles.listCuts, async ({ params, viewer }) => {
    const { alignment, video } = await findVisibleAlignment(db, params.id, viewer);
    const scope = { video: video.id, alignment: alignment.id, lines: alignment.segment_count };
    const [segments, proposals, reportedLines, [fitted]] = await Promise.all([
      alignmentStore(db).listSegments(alignment.id),
      db.select().from(cut_proposals).where(eq(cut_proposals.alignment_id, alignment.id)),
      readReportedLines(scope),
      db.select({ at: alignments.cuts_fitted_at }).from(alignments).where(eq(alignments.id, alignment.id)),
    ]);
    const ranked = await mapInSlices(segments, cutRanker(segments, { proposals, ...reportedLines }));
    return {
      fitted_at: fitted?.at?.toISOString() ?? null,
      can_fit: canFit(sound, video),
      cuts: ranked
        .flatMap((cut) => cut ?? [])
        .sort((a, b) => b.cut.weight - a.cut.weight || b.size - a.size)
        .map(({ cut }) => cut),
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
