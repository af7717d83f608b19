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

/** Poll interval for the job of a call in flight, in milliseconds. */
const POLL_MS = 1500;

type Options<E extends Endpoint> = {
  endpoint: E;
  /** Subject and kind of the jobs to follow. */
  subject: string;
  kind: string;
  onDone: (result: Output<E>, input: Input<E> | undefined) => void;
  onFailed: (error: ApiError, input: Input<E> | undefined) => void;
  stopped: string;
};

/**
 * A call that returns its result or, if it takes long, the id of a job. Either way it has progress, also after returning to the
 * page.
 */
export function useCandidateJob<E extends Endpoint & { response: z.ZodMiniType }>(options: Options<E>) {
  const { endpoint, subject, kind, onDone, onFailed, stopped } = options;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [startedJobId, setStartedJobId] = useState<number | null>(null);
  // Jobs with an outcome that is already shown, by the call's response.
  const reportedJobs = useRef(new Set<number>());

  const start = useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: (result, input) => {
      const { job_id } = result as { job_id?: number };
      if (job_id !== undefined) return setStartedJobId(job_id);
      if (jobId !== null) reportedJobs.current.add(jobId);
      onDone(result, input);
    },
    onError: (error, input) => {
      // Without a response the job can still be running: follow it.
      if (jobId !== null && !(error instanceof ApiError && error.status === 0))
        reportedJobs.current.add(jobId);
      if (jobState.isStopping) toast.success(stopped);
      else onFailed(error instanceof ApiError ? error : new ApiError(0), input);
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries(jobsAboutQuery(subject)), refreshCandidates(client)]),
  });

  const { data: subjectJobs } = useQuery({
    ...jobsAboutQuery(subject),
    refetchInterval: start.isPending ? POLL_MS : false,
  });
  const running = subjectJobs?.find((job) => job.kind === kind && !jobs.hasEnded(job));
  const jobId = startedJobId ?? running?.id ?? null;

  const jobState = useJob(jobId, (job) => {
    void client.invalidateQueries(jobsAboutQuery(subject));
    void refreshCandidates(client);
    setStartedJobId(null);
    if (start.isPending || reportedJobs.current.has(job.id)) return;
    const result = z.safeParse(endpoint.response, job.result);
    if (job.status === 'stopped') toast.success(stopped);
    else if (job.status === 'completed' && result.success) onDone(result.data as Output<E>, start.variables);
    else onFailed(new ApiError(500, { detail: job.message || t('jobs.failed') }), start.variables);
  });

  const done = jobState.job?.done;
  // Shows partial results while the job is running.
  useEffect(() => {
    if (done) void refreshCandidates(client);
  }, [done, client]);

  const isRunning = start.isPending || (jobId !== null && !(jobState.job && jobs.hasEnded(jobState.job)));
  return {
    start: start.mutate,
    isRunning,
    isStarting: start.isPending,
    /** Input of a job that was started on this page. */
    input: isRunning ? start.variables : undefined,
    job: jobState.job,
    stop: jobId === null ? undefined : jobState.stop,
    isStopping: jobState.isStopping,
  };
}

export type CandidateJob = Pick<
  ReturnType<typeof useCandidateJob>,
  'isRunning' | 'isStarting' | 'job' | 'stop' | 'isStopping'
>;
