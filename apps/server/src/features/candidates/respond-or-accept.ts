import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type NewJob, startOrJoinJob, waitForJob } from '../jobs/index.ts';
import { createJobError } from './captions/work-failure.ts';
import type { Deps } from './deps.ts';

const MAX_WAIT_S = 25;

type Call = { request: FastifyRequest; viewer: { id: number }; later: () => void };

/** Responds to a call with its job's result if it ends within 25 s, otherwise with the job's id. */
export type RespondOrAccept = <Result extends object>(
  call: Call,
  job: Omit<NewJob, 'created_by'>,
) => Promise<Result | { job_id: number }>;

/**
 * Returns the client's timeout in milliseconds, by RFC 7240's Prefer header: `wait=5` for 5 s, or `respond-async` for
 * the job's id at once.
 */
function readTimeout(request: FastifyRequest): number {
  const prefer = String(request.headers.prefer ?? '');
  if (/\brespond-async\b/i.test(prefer)) return 0;
  const requested = /\bwait\s*=\s*"?(\d{1,4})\b/i.exec(prefer)?.[1];
  return Math.min(requested === undefined ? MAX_WAIT_S : Number(requested), MAX_WAIT_S) * 1000;
}

export function createRespondOrAccept(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'listener'>,
): RespondOrAccept {
  // A server that shuts down returns its jobs to the queue: waiting clients get the job's id, to follow it on another server.
  const shutdown = new AbortController();
  app.addHook('preClose', async () => shutdown.abort());

  return async <Result extends object>(call: Call, job: Omit<NewJob, 'created_by'>) => {
    const job_id = await startOrJoinJob(deps.db, { ...job, created_by: call.viewer.id });
    const timeout = AbortSignal.timeout(readTimeout(call.request));
    const ended = await waitForJob(deps, job_id, AbortSignal.any([timeout, shutdown.signal]));
    if (ended?.status === 'completed') return ended.result as Result;
    if (ended?.status === 'failed' || ended?.status === 'stopped') throw createJobError(ended);
    call.later();
    return { job_id };
  };
}
