import { AppError } from '../../../errors/app-error.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import type { JobKind, Work } from '../../jobs/index.ts';
import { candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import { BULK_SCAN, SCAN } from '../job-kinds.ts';
import type { Scan } from './scan.ts';
import { defineWork } from './work-failure.ts';

/** Longest rate limit to wait for. */
const MAX_WAIT_S = 120;
/** Retries of one candidate after a rate limit. */
const RETRIES = 2;
/** The job fails after this many consecutive failures that the videos didn't cause. */
const MAX_CONSECUTIVE_FAILURES = 5;

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

/** Scans a candidate, waiting for rate limits. Returns null on success. */
async function scanWithRetries(
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
      const isTemporary = error.kind === 'rate-limited' && (error.retryAfterSeconds ?? 60) <= MAX_WAIT_S;
      if (!isTemporary || attempt === RETRIES) return error;
    }
  }
}

/** Returns true if the next candidate would fail for the same reason. */
const affectsAll = ({ kind }: CaptionError, consecutiveFailures: number) =>
  kind === 'bot-blocked' ||
  kind === 'not-installed' ||
  kind === 'rate-limited' ||
  consecutiveFailures >= MAX_CONSECUTIVE_FAILURES;

/**
 * Creates the job that scans many candidates one by one and resumes after an interruption. Each failure is stored with its
 * candidate; the job fails with the first one that would affect all others.
 */
const bulkScanJob = (scan: Scan): JobKind =>
  defineWork(
    BULK_SCAN,
    async ({ db, payload, lastSaved, progress, flush, signal }: Work<{ ids: number[] }>) => {
      const { ids } = payload;
      const counts: BulkResult = {
        successful_scans: 0,
        failed: 0,
        ...(lastSaved.result as Partial<BulkResult> | null),
      };
      let consecutiveFailures = 0;
      for (let done = lastSaved.done; done < ids.length && !signal.aborted; done += 1) {
        const candidate = await candidateStore(db).find(ids[done] ?? 0);
        progress(done, ids.length, candidate?.title ?? '', { ...counts });
        const error = candidate && (await scanWithRetries(scan, candidate, signal));
        if (candidate && !error) counts.successful_scans += 1;
        else counts.failed += 1;
        consecutiveFailures = error && !error.isVideoSpecific ? consecutiveFailures + 1 : 0;
        progress(done + 1, ids.length, '', { ...counts });
        // Saves before the next candidate, so that a restarted job doesn't scan this one again.
        await flush();
        if (error && affectsAll(error, consecutiveFailures)) throw error;
      }
      return { ...counts };
    },
  );

export const scanJobs = (scan: Scan): JobKind[] => [scanJob(scan), bulkScanJob(scan)];
