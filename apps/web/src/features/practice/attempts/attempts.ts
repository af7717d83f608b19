import { practice } from '@sayback/contract';
import { spokenSeconds } from '@sayback/speech';
import { call } from '../../../api/call.ts';
import type { Take } from '../analysis/take.ts';
import { buildLineIdentity, type PracticeSegment } from '../queries.ts';
import { createId, createUnsentQueue } from '../unsent/unsent-queue.ts';
import { unsentAttempts } from '../unsent/unsent-storage.ts';

const queue = createUnsentQueue<practice.Attempt>({
  storage: unsentAttempts,
  batchSize: practice.ATTEMPT_BATCH,
  save: async (attempts, options) =>
    (await call(practice.saveAttempts, { body: { attempts }, ...options })).later,
});

/** Returns the measurements of a take that are sent to the server: numbers, never its sound. */
export function summarizeTake({ frames, compared }: Take): Partial<practice.Attempt> {
  if (!frames) return {};
  const findings = compared?.findings ?? null;
  return {
    voiced_ms: Math.round(1000 * spokenSeconds(frames.speech)),
    length_ratio: findings && Math.round(100 * findings.lengthRatio) / 100,
    extra_pauses: findings?.extraPauses.length ?? null,
  };
}

/** Stores a turn until it is sent: one attempt per segment of the line, the first with the measurements. */
export function storeAttempt(
  account: string,
  videoId: number,
  segments: readonly PracticeSegment[],
  what: practice.Attempt['what'],
  measurements: Partial<practice.Attempt> = {},
): void {
  const now = Date.now();
  queue.store(
    account,
    segments.map((segment, index) => {
      const id = createId(now);
      const line = buildLineIdentity(segment);
      return [id, { id, video_id: videoId, ...line, what, ...(index === 0 && measurements) }];
    }),
  );
}

export const sendAttempts = queue.send;
