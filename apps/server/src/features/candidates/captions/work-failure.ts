import { ERROR_STATUS, type ErrorCode } from '@sayback/contract';
import { AppError } from '../../../errors/app-error.ts';
import type { Message, PlainId } from '../../../messages/message.ts';
import { firstStored } from '../../../messages/stored-messages.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import { YouTubeSearchError } from '../../../platform/youtube/search-error.ts';
import { defineJob, type JobKind, type Work } from '../../jobs/index.ts';

/** Cause of a job's failure, stored in its result for the call that waits for it. */
export type Failure = { code: ErrorCode; retry_after: number | null };

/** Failure of a search, a scan or a download, whose response has `success` and `error` in addition to `detail`. */
export function workFailure(
  code: ErrorCode,
  message: PlainId | Message,
  retry_after: number | null = null,
): AppError {
  const responseCode = code === 'not_found' ? 'conflict' : code;
  return new AppError(responseCode, message, {
    headers: retry_after === null ? {} : { 'retry-after': String(retry_after) },
    extra: { success: false },
  });
}

/** Converts YouTube's failures to ours; returns other errors unchanged. */
export function readFailure(error: unknown): unknown {
  if (!(error instanceof CaptionError) && !(error instanceof YouTubeSearchError)) return error;
  return workFailure(error.code, error.userMessage, error.retryAfterSeconds);
}

const isCode = (code: string | undefined): code is ErrorCode =>
  code !== undefined && Object.hasOwn(ERROR_STATUS, code);

/** Converts a job's end to an error for the call that waited. */
export function toError(job: { status: string; message: string; result: unknown }): AppError {
  if (job.status === 'stopped') return workFailure('conflict', 'jobs.stopped');
  const { failure } = (job.result ?? {}) as { failure?: Partial<Failure> };
  const code = isCode(failure?.code) ? failure.code : 'internal';
  return workFailure(code, firstStored(job.message), failure?.retry_after ?? null);
}

/** A kind of job whose failure is stored for the waiting call, together with the result so far. */
export const defineWork = <Payload>(kind: string, run: (work: Work<Payload>) => Promise<unknown>): JobKind =>
  defineJob<Payload>(kind, async (work) => {
    let last: [done: number, total: number | null, message: string, sofar?: unknown] = [
      ...[work.before.done, null, '', work.before.result],
    ] as [number, null, string, unknown];
    const progress: typeof work.progress = (...said) => {
      last = said;
      work.progress(...said);
    };
    try {
      return await run({ ...work, progress });
    } catch (thrown) {
      const error = readFailure(thrown);
      if (!(error instanceof AppError) || work.signal.aborted) throw error;
      const seconds = Number(error.headers['retry-after']);
      const failure: Failure = { code: error.code, retry_after: seconds || null };
      work.progress(last[0], last[1], '', { ...(last[3] as object | null), failure });
      await work.saved();
      throw error;
    }
  });
