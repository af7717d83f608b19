import { subtitles } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { JobProgress } from '../../../../ui/feedback/job-progress.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useResumedJob } from '../../queries.ts';
import { useEditorDocument } from '../editor-document.ts';

type Scope = 'empty' | 'mismatches' | 'chosen';

const RUNNING_TEXT = {
  empty: 'editorTranslation.runningEmpty',
  mismatches: 'editorTranslation.runningMismatches',
  chosen: 'editorTranslation.runningSelected',
} as const satisfies Record<Scope, string>;

/** `ids`: the selected rows, if only these are to be translated. */
type Input = { which: Scope; ids?: number[] };

/** Starts the job that translates the alignment, and follows it or one that is still running. */
export function useTranslateAll() {
  const { editor, alignment } = useEditorDocument();
  const { t } = useTranslation();
  const [scope, setScope] = useState<Scope>('empty');
  const { setStartedId, ...job } = useResumedJob(
    `alignment:${alignment.id}`,
    ({ kind }) => kind.startsWith('translate'),
    ({ status, message }) => {
      void editor.reload('all').then(editor.endTranslation);
      if (status === 'completed') toast.success(message || t('editorTranslation.ended'));
      if (status === 'stopped') toast.success(t('editorTranslation.stopped'));
    },
  );
  const start = useMutation({
    onMutate: editor.startTranslation,
    mutationFn: (body: Input) => call(subtitles.translateAlignment, { params: { id: alignment.id }, body }),
    onSuccess: ({ job_id }, input) => {
      setScope(input.which);
      setStartedId(job_id);
    },
    onError: editor.endTranslation,
    meta: { failedUnexplained: 'beginTranslation.failed' },
  });
  return { start: start.mutate, scope, ...job };
}

type Props = { translating: ReturnType<typeof useTranslateAll> };

export function TranslateAllProgress({ translating }: Props) {
  const { t } = useTranslation();
  const { jobId, job, scope, stop, isStopping } = translating;
  if (jobId === null) return null;
  return <JobProgress job={job} label={t(RUNNING_TEXT[scope])} onStop={stop} isStopping={isStopping} />;
}
