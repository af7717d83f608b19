import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { startJob, waitForJob } from '../jobs/index.ts';
import { failureOf } from './captions/work-failure.ts';
import type { Deps } from './deps.ts';

const LONGEST_WAIT_S = 25;

type NewJob = Parameters<typeof startJob>[1];
type Call = { request: FastifyRequest; viewer: { id: number }; later: () => void };

/** Makes a call's job its response: the job's result when it ends within 25 s, else the job's id. */
export type RespondOrAccept = <Result extends object>(
  call: Call,
  job: Omit<NewJob, 'created_by'>,
) => Promise<Result | { job_id: number }>;

/**
 * A client that doesn't want to wait that long says so, after https://www.rfc-editor.org/rfc/rfc7240: `Prefer: wait=5`, or
 * `respond-async` to have the job's id at once.
 */
function timeoutOf(request: FastifyRequest): number {
  const prefer = String(request.headers.prefer ?? '');
  if (/\brespond-async\b/i.test(prefer)) return 0;
  const requested = /\bwait\s*=\s*"?(\d{1,4})\b/i.exec(prefer)?.[1];
  return Math.min(requested === undefined ? LONGEST_WAIT_S : Number(requested), LONGEST_WAIT_S) * 1000;
}

/** One in progress about the same is joined. */
async function startOrJoin(db: Deps['db'], job: NewJob): Promise<number> {
  try {
    return await startJob(db, job);
  } catch (error) {
    const underWay = error instanceof AppError ? error.extra.job_id : undefined;
    if (typeof underWay === 'number') return underWay;
    throw error;
  }
}

export function createRespondOrAccept(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'listener'>,
): RespondOrAccept {
  // A server that stops hands its jobs on: who waits here follows them from there.
  const draining = new AbortController();
  app.addHook('preClose', async () => draining.abort());

  return async <Result extends object>(call: Call, job: Omit<NewJob, 'created_by'>) => {
    const job_id = await startOrJoin(deps.db, { ...job, created_by: call.viewer.id });
    const timeout = AbortSignal.timeout(timeoutOf(call.request));
    const ended = await waitForJob(deps, job_id, AbortSignal.any([timeout, draining.signal]));
    if (ended?.status === 'completed') return ended.result as Result;
    if (ended?.status === 'failed' || ended?.status === 'stopped') throw failureOf(ended);
    call.later();
    return { job_id };
  };
}
