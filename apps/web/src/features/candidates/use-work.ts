import { type Endpoint, jobs } from '@sayback/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call, type Input, type Output } from '../../api/call.ts';
import { jobsAboutQuery, useJob } from '../../api/jobs.ts';
import { toast } from '../../ui/toast.ts';
import { refreshCandidates } from './queries.ts';

/** How often a call that isn't answered yet is looked for among the jobs, in milliseconds. */
const LOOK_MS = 1500;

type Options<E extends Endpoint> = {
  endpoint: E;
  /** What the work is about, and which of the jobs about it is this work. */
  subject: string;
  kind: string;
  onDone: (result: Output<E>, input: Input<E> | undefined) => void;
  onFailed: (error: ApiError, input: Input<E> | undefined) => void;
  stopped: string;
};

/**
 * Long work: a call that answers with the result, or with the job that goes on. Either way its progress is followed, also by
 * who comes back to the page while it is running.
 */
export function useWork<E extends Endpoint & { response: z.ZodMiniType }>(options: Options<E>) {
  const { endpoint, subject, kind, onDone, onFailed, stopped } = options;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [laterId, setLaterId] = useState<number | null>(null);
  // A job whose call was answered has been told of.
  const told = useRef(new Set<number>());

  const start = useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: (result, input) => {
      const { job_id } = result as { job_id?: number };
      if (job_id !== undefined) return setLaterId(job_id);
      if (jobId !== null) told.current.add(jobId);
      onDone(result, input);
    },
    onError: (error, input) => {
      // Without an answer the work may go on all the same: its job tells.
      if (jobId !== null && !(error instanceof ApiError && error.status === 0)) told.current.add(jobId);
      if (following.isStopping) toast.success(stopped);
      else onFailed(error instanceof ApiError ? error : new ApiError(0), input);
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries(jobsAboutQuery(subject)), refreshCandidates(client)]),
  });

  const { data: about } = useQuery({
    ...jobsAboutQuery(subject),
    refetchInterval: start.isPending ? LOOK_MS : false,
  });
  const running = about?.find((job) => job.kind === kind && !jobs.hasEnded(job));
  const jobId = laterId ?? running?.id ?? null;

  const following = useJob(jobId, (job) => {
    void client.invalidateQueries(jobsAboutQuery(subject));
    void refreshCandidates(client);
    setLaterId(null);
    if (start.isPending || told.current.has(job.id)) return;
    const result = z.safeParse(endpoint.response, job.result);
    if (job.status === 'stopped') toast.success(stopped);
    else if (job.status === 'completed' && result.success) onDone(result.data as Output<E>, start.variables);
    else onFailed(new ApiError(500, { detail: job.message || t('jobs.failed') }), start.variables);
  });

  const done = following.job?.done;
  // What has been done so far is seen while the rest is still being worked on.
  useEffect(() => {
    if (done) void refreshCandidates(client);
  }, [done, client]);

  const isRunning = start.isPending || (jobId !== null && !(following.job && jobs.hasEnded(following.job)));
  return {
    start: start.mutate,
    isRunning,
    isStarting: start.isPending,
    /** What it was asked to do, by whom sits here. */
    asked: isRunning ? start.variables : undefined,
    job: following.job,
    stop: jobId === null ? undefined : following.stop,
    isStopping: following.isStopping,
  };
}

export type Working = Pick<
  ReturnType<typeof useWork>,
  'isRunning' | 'isStarting' | 'job' | 'stop' | 'isStopping'
>;
