import { AppError } from '../../../errors/app-error.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import type { JobKind, Work } from '../../jobs/index.ts';
import { candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import { BULK_SCAN, SCAN } from '../job-kinds.ts';
import type { Scan } from './scan.ts';
import { defineWork } from './work-failure.ts';

/** Longest rate limit to wait for, in the queue. */
const MAX_WAIT_S = 120;
/** Retries of one candidate after a rate limit. */
const RETRIES = 2;
/** Number of consecutive failures, not caused by the video, after which the job gives up. */
const FAILURES_IN_A_ROW = 5;

type BulkResult = { successful_scans: number; failed: number };

const scanJob = (scan: Scan): JobKind =>
  defineWork<{ id: number }>(SCAN, async ({ db, payload, signal }) => {
    const candidate = await candidateStore(db).find(payload.id);
    if (!candidate) throw new AppError('not_found', NO_CANDIDATE);
    const available = await scan(candidate, signal);
    return {
      success: true,
      total_subtitles: available.length,
      manual_subtitles: available.filter(({ kind }) => kind === 'manual').length,
    };
  });

/** Scans one of many, waiting for a rate limit. Null on success. */
async function scanOne(
  scan: Scan,
  candidate: Parameters<Scan>[0],
  signal: AbortSignal,
): Promise<CaptionError | null> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await scan(candidate, signal);
      return null;
    } catch (error) {
      if (signal.aborted || !(error instanceof CaptionError)) throw error;
      const passes = error.kind === 'rate-limited' && (error.retryAfterSeconds ?? 60) <= MAX_WAIT_S;
      if (!passes || attempt === RETRIES) return error;
    }
  }
}

/** Returns true if the next candidate would fail for the same reason. */
const failsAll = ({ kind }: CaptionError, inARow: number) =>
  kind === 'bot-blocked' ||
  kind === 'not-installed' ||
  kind === 'rate-limited' ||
  inARow >= FAILURES_IN_A_ROW;

/**
 * The job that scans many candidates, one after the other. It resumes after an interruption. Each failure is stored with its
 * candidate; one that would affect all others ends the job.
 */
const bulkScanJob = (scan: Scan): JobKind =>
  defineWork(BULK_SCAN, async ({ db, payload, before, progress, saved, signal }: Work<{ ids: number[] }>) => {
    const { ids } = payload;
    const counts: BulkResult = {
      successful_scans: 0,
      failed: 0,
      ...(before.result as Partial<BulkResult> | null),
    };
    let inARow = 0;
    for (let done = before.done; done < ids.length && !signal.aborted; done += 1) {
      const candidate = await candidateStore(db).find(ids[done] ?? 0);
      progress(done, ids.length, candidate?.title ?? '', { ...counts });
      const error = candidate && (await scanOne(scan, candidate, signal));
      if (candidate && !error) counts.successful_scans += 1;
      else counts.failed += 1;
      inARow = error && !error.isVideoSpecific ? inARow + 1 : 0;
      progress(done + 1, ids.length, '', { ...counts });
      // Saved before the next candidate, so that a restarted job doesn't scan this one again.
      await saved();
      if (error && failsAll(error, inARow)) throw error;
    }
    return { ...counts };
  });

export const scanJobs = (scan: Scan): JobKind[] => [scanJob(scan), bulkScanJob(scan)];
