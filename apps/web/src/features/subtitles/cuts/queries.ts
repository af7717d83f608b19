import { subtitles } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidate } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useResumedJob } from '../queries.ts';

export type ProposedCut = subtitles.Cut & { proposed: NonNullable<subtitles.Cut['proposed']> };

/** Starts the job that fits cuts to the speech, and follows it or one that is still running. */
export function useFitCuts(alignmentId: number) {
  const client = useQueryClient();
  const { setStartedId, ...job } = useResumedJob(
    `alignment:${alignmentId}`,
    ({ kind }) => kind === 'fit-cuts',
    () => invalidate(client, subtitles.listCuts),
  );
  const start = useMutation({
    mutationFn: () => call(subtitles.fitCuts, { params: { id: alignmentId } }),
    onSuccess: ({ job_id }) => setStartedId(job_id),
    meta: { failedUnexplained: 'cuts.checkFailed' },
  });
  return { start: start.mutate, ...job };
}

/** Moves cuts to their proposed times, and offers to undo that. */
export function useMoveCuts(alignmentId: number) {
  const { t } = useTranslation();
  const params = { id: alignmentId };
  const meta = { failed: 'cuts.changeFailed', stale: [subtitles.listCuts] } as const;
  const { mutate: undo } = useMutation({
    mutationFn: (cuts: subtitles.MovedCut[]) =>
      call(subtitles.moveCuts, { params, body: { cuts, undo: true } }),
    onSuccess: (_, { length: count }) => toast.success(t('cuts.restored', { count })),
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
    onSuccess: ({ cuts: moved }, before) => {
      const cutById = new Map(before.map((cut) => [cut.segment_id, cut]));
      const restored = moved.flatMap(({ segment_id, version }) => {
        const cut = cutById.get(segment_id);
        return cut ? { segment_id, version, start_ms: cut.start_ms, end_ms: cut.end_ms } : [];
      });
      toast.offer(t('cuts.timingChanged', { count: moved.length }), {
        label: t('app.undo'),
        run: () => undo(restored),
      });
    },
    meta,
  });
}

/** Dismisses a proposal, and closes the line's reports. */
export const useDismissCut = () =>
  useMutation({
    mutationFn: ({ id, outcome }: { id: number; outcome: 'fixed' | 'declined' }) =>
      call(subtitles.dismissCut, { params: { id }, body: { outcome } }),
    meta: { failed: 'cuts.dismissFailed', stale: [subtitles.listCuts] },
  });
