import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { startJob, waitForJob } from '../jobs/index.ts';
import { toError } from './captions/work-failure.ts';
import type { Deps } from './deps.ts';

const MAX_WAIT_S = 25;

type NewJob = Parameters<typeof startJob>[1];
type Call = { request: FastifyRequest; viewer: { id: number }; later: () => void };

/** Responds to a call with its job's result if it ends within 25 s, otherwise with the job's id. */
export type RespondOrAccept = <Result extends object>(
  call: Call,
  job: Omit<NewJob, 'created_by'>,
) => Promise<Result | { job_id: number }>;

/**
 * Timeout, by the client's preference (https://www.rfc-editor.org/rfc/rfc7240): `Prefer: wait=5`, or `respond-async` for
 * the job's id at once.
 */
function getTimeout(request: FastifyRequest): number {
  const prefer = String(request.headers.prefer ?? '');
  if (/\brespond-async\b/i.test(prefer)) return 0;
  const requested = /\bwait\s*=\s*"?(\d{1,4})\b/i.exec(prefer)?.[1];
  return Math.min(requested === undefined ? MAX_WAIT_S : Number(requested), MAX_WAIT_S) * 1000;
}

/** Joins an unfinished job with the same subject. */
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
  // A draining server hands over its jobs: waiting clients get the job's id, and follow it elsewhere.
  const draining = new AbortController();
  app.addHook('preClose', async () => draining.abort());

  return async <Result extends object>(call: Call, job: Omit<NewJob, 'created_by'>) => {
    const job_id = await startOrJoin(deps.db, { ...job, created_by: call.viewer.id });
    const timeout = AbortSignal.timeout(getTimeout(call.request));
    const ended = await waitForJob(deps, job_id, AbortSignal.any([timeout, draining.signal]));
    if (ended?.status === 'completed') return ended.result as Result;
    if (ended?.status === 'failed' || ended?.status === 'stopped') throw toError(ended);
    call.later();
    return { job_id };
  };
}
