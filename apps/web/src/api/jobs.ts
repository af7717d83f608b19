import { jobs } from '@sayback/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from './call.ts';
import { followEvents } from './event-stream.ts';
import { queryFor } from './query.ts';

/** Poll interval of a job without an event stream, in milliseconds. */
const POLL_MS = 3000;

const jobQuery = (id: number | null) =>
  queryFor(jobs.getJob, { params: { id: id ?? 0 } }, { enabled: id !== null });

/** The latest jobs about a subject (`alignment:12`), newest first, so that a page can find jobs it started earlier. */
export const jobsAboutQuery = (subject: string) =>
  queryFor(jobs.listJobs, { query: { subject } }, { staleTime: 0 });

/** Updates a job's query from its event stream. Returns true while the stream is open. */
function useJobEvents(id: number | null): boolean {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (id === null) return;
    const { queryKey } = jobQuery(id);
    const controller = new AbortController();
    const hasEnded = () => {
      const job = client.getQueryData(queryKey);
      return job !== undefined && jobs.hasEnded(job);
    };
    const setJob = (job: jobs.Job) => {
      // A response still in flight is older than the event.
      void client.cancelQueries({ queryKey }, { revert: false, silent: true });
      client.setQueryData(queryKey, job);
    };
    followEvents(
      jobs.followJob,
      { params: { id }, signal: controller.signal },
      { onEvent: setJob, onConnection: setIsLive, isComplete: hasEnded },
    ).catch(() => setIsLive(false));
    return () => controller.abort();
  }, [id, client]);
  return isLive;
}

/**
 * Returns a job's current state, from its events, or by polling if they don't get through. Calls `onEnd` once when it has
 * ended. An `id` of null follows no job.
 */
export function useJob(id: number | null, onEnd?: (job: jobs.Job) => void) {
  const client = useQueryClient();
  const isLive = useJobEvents(id);
  const { data, error } = useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state }) => (isLive || (state.data && jobs.hasEnded(state.data)) ? false : POLL_MS),
  });
  const stop = useMutation({
    mutationFn: (stopped: number) => call(jobs.stopJob, { params: { id: stopped } }),
    onSuccess: (job) => client.setQueryData(jobQuery(job.id).queryKey, job),
  });

  const endedJob = useRef<number>(null);
  const notifyEnd = useEffectEvent((job: jobs.Job) => onEnd?.(job));
  useEffect(() => {
    if (!data || !jobs.hasEnded(data) || endedJob.current === data.id) return;
    endedJob.current = data.id;
    notifyEnd(data);
  }, [data]);

  return {
    job: data ?? null,
    error,
    stop: () => id !== null && stop.mutate(id),
    isStopping: stop.variables === id && (stop.isPending || stop.isSuccess),
    stopError: stop.error,
  };
}
