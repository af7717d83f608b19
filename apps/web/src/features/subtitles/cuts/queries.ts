import { subtitles } from '@sayback/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { jobsAboutQuery, useJob } from '../../../api/jobs.ts';
import { invalidate } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

export type ProposedCut = subtitles.Cut & { proposed: NonNullable<subtitles.Cut['proposed']> };

/** The job that fits the cuts, started here or earlier. */
export function useFitCuts(alignmentId: number) {
  const client = useQueryClient();
  const [started, setStarted] = useState<number | null>(null);
  const earlier = useQuery(jobsAboutQuery(`alignment:${alignmentId}`)).data?.find(
    ({ kind, status }) => kind === 'fit-cuts' && (status === 'running' || status === 'queued'),
  );
  const jobId = started ?? earlier?.id ?? null;
  const following = useJob(jobId, () => invalidate(client, subtitles.listCuts));
  const start = useMutation({
    mutationFn: () => call(subtitles.fitCuts, { params: { id: alignmentId } }),
    onSuccess: ({ job_id }) => setStarted(job_id),
    meta: { failedUnexplained: 'cuts.fitFailed' },
  });
  return { start: start.mutate, jobId, ...following };
}

/** Moves cuts as proposed, and offers to undo it. */
export function useMoveCuts(alignmentId: number) {
  const { t } = useTranslation();
  const params = { id: alignmentId };
  const meta = { failed: 'cuts.moveFailed', stale: [subtitles.listCuts] } as const;
  const { mutate: undo } = useMutation({
    mutationFn: (cuts: subtitles.MovedCut[]) =>
      call(subtitles.moveCuts, { params, body: { cuts, undo: true } }),
    onSuccess: (_, { length: count }) => toast.success(t('cuts.movedBack', { count })),
    meta,
  });
  return useMutation({
    mutationFn: (cuts: readonly ProposedCut[]) => {
      const moved = cuts.map(({ segment_id, version, proposed: { start_ms, end_ms } }) => ({
        segment_id,
        version,
        start_ms,
        end_ms,
      }));
      return call(subtitles.moveCuts, { params, body: { cuts: moved } });
    },
    onSuccess: ({ cuts: now }, before) => {
      const former = new Map(before.map((cut) => [cut.segment_id, cut]));
      const back = now.flatMap(({ segment_id, version }) => {
        const cut = former.get(segment_id);
        return cut ? { segment_id, version, start_ms: cut.start_ms, end_ms: cut.end_ms } : [];
      });
      toast.offer(t('cuts.moved', { count: now.length }), { label: t('cuts.undo'), run: () => undo(back) });
    },
    meta,
  });
}

/** Drops a proposal, and resolves the reports. */
export const useDismissCut = () =>
  useMutation({
    mutationFn: ({ id, outcome }: { id: number; outcome: 'fixed' | 'declined' }) =>
      call(subtitles.dismissCut, { params: { id }, body: { outcome } }),
    meta: { failed: 'cuts.dismissFailed', stale: [subtitles.listCuts] },
  });
