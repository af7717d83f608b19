import { type Endpoint, jobs } from '@sayback/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call, type Input, type Output } from '../../api/call.ts';
import { jobsAboutQuery, useJob } from '../../api/jobs.ts';
import { useTranslation } from '../../locales/translation.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { refreshCandidates } from './queries.ts';

/** Interval for looking for the job of a call that has no response yet, in milliseconds. */
const POLL_MS = 1500;

type Options<E extends Endpoint> = {
  endpoint: E;
  /** Subject and kind of the jobs that count. */
  subject: string;
  kind: string;
  onDone: (result: Output<E>, input: Input<E> | undefined) => void;
  onFailed: (error: ApiError, input: Input<E> | undefined) => void;
  stopped: string;
};

/**
 * Long work: a call that returns its result, or the id of a job. Its progress is shown either way, also after returning to
 * the page.
 */
export function useWork<E extends Endpoint & { response: z.ZodMiniType }>(options: Options<E>) {
  const { endpoint, subject, kind, onDone, onFailed, stopped } = options;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [laterId, setLaterId] = useState<number | null>(null);
  // Jobs whose outcome was shown by their call's response.
  const reported = useRef(new Set<number>());

  const start = useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: (result, input) => {
      const { job_id } = result as { job_id?: number };
      if (job_id !== undefined) return setLaterId(job_id);
      if (jobId !== null) reported.current.add(jobId);
      onDone(result, input);
    },
    onError: (error, input) => {
      // Without a response the work may continue: follow its job.
      if (jobId !== null && !(error instanceof ApiError && error.status === 0)) reported.current.add(jobId);
      if (following.isStopping) toast.success(stopped);
      else onFailed(error instanceof ApiError ? error : new ApiError(0), input);
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries(jobsAboutQuery(subject)), refreshCandidates(client)]),
  });

  const { data: about } = useQuery({
    ...jobsAboutQuery(subject),
    refetchInterval: start.isPending ? POLL_MS : false,
  });
  const running = about?.find((job) => job.kind === kind && !jobs.hasEnded(job));
  const jobId = laterId ?? running?.id ?? null;

  const following = useJob(jobId, (job) => {
    void client.invalidateQueries(jobsAboutQuery(subject));
    void refreshCandidates(client);
    setLaterId(null);
    if (start.isPending || reported.current.has(job.id)) return;
    const result = z.safeParse(endpoint.response, job.result);
    if (job.status === 'stopped') toast.success(stopped);
    else if (job.status === 'completed' && result.success) onDone(result.data as Output<E>, start.variables);
    else onFailed(new ApiError(500, { detail: job.message || t('jobs.failed') }), start.variables);
  });

  const done = following.job?.done;
  // Show partial results while the rest is in progress.
  useEffect(() => {
    if (done) void refreshCandidates(client);
  }, [done, client]);

  const isRunning = start.isPending || (jobId !== null && !(following.job && jobs.hasEnded(following.job)));
  return {
    start: start.mutate,
    isRunning,
    isStarting: start.isPending,
    /** Input of a job that was started on this page. */
    input: isRunning ? start.variables : undefined,
    job: following.job,
    stop: jobId === null ? undefined : following.stop,
    isStopping: following.isStopping,
  };
}

export type Working = Pick<
  ReturnType<typeof useWork>,
  'isRunning' | 'isStarting' | 'job' | 'stop' | 'isStopping'
>;
