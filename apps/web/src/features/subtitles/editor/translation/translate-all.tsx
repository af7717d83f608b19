import { subtitles } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { jobsAboutQuery, useJob } from '../../../../api/jobs.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { JobProgress } from '../../../../ui/feedback/job-progress.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useEditorDocument } from '../editor-document.ts';

type Which = 'empty' | 'mismatches' | 'chosen';

const RUNNING = {
  empty: 'editorTranslation.runningEmpty',
  mismatches: 'editorTranslation.runningMismatches',
  chosen: 'editorTranslation.runningChosen',
} as const satisfies Record<Which, string>;

/** `ids` are the selected rows. */
type Input = { which: Which; ids?: number[] };

/** The job that translates the alignment, started here or earlier. */
export function useTranslateAll() {
  const { editor, alignment } = useEditorDocument();
  const { t } = useTranslation();
  const [started, setStarted] = useState<{ jobId: number; which: Which } | null>(null);
  const earlier = useQuery(jobsAboutQuery(`alignment:${alignment.id}`)).data?.find(
    ({ kind, status }) => kind.startsWith('translate') && (status === 'running' || status === 'queued'),
  );
  const jobId = started?.jobId ?? earlier?.id ?? null;
  const following = useJob(jobId, (job) => {
    void editor.reread('all').then(editor.endTranslation);
    if (job.status === 'completed') toast.success(job.message || t('editorTranslation.ended'));
    if (job.status === 'stopped') toast.success(t('editorTranslation.stopped'));
  });
  const start = useMutation({
    onMutate: editor.startTranslation,
    mutationFn: (body: Input) => call(subtitles.translateAlignment, { params: { id: alignment.id }, body }),
    onSuccess: ({ job_id }, { which }) => setStarted({ jobId: job_id, which }),
    onError: editor.endTranslation,
    meta: { failedUnexplained: 'editorTranslation.startFailed' },
  });
  return { start: start.mutate, which: started?.which ?? ('empty' as const), jobId, ...following };
}

type Props = { translating: ReturnType<typeof useTranslateAll> };

export function TranslateAllProgress({ translating }: Props) {
  const { t } = useTranslation();
  const { jobId, job, which, stop, isStopping } = translating;
  if (jobId === null) return null;
  return <JobProgress job={job} label={t(RUNNING[which])} onStop={stop} isStopping={isStopping} />;
}
