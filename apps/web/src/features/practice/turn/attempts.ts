import { makeAttemptId, practice } from '@sayback/contract';
import { spokenSeconds } from '@sayback/speech';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { identityOf, type PracticeSegment } from '../queries.ts';
import { unsentAttempts as storage } from '../unsent-attempts.ts';
import type { Take } from './turn.ts';

/** More than anyone says in a day without a network; local storage holds 5 MB. */
const MOST_KEPT = 2000;

/** What is told of a take: numbers, never its sound. */
export function measuresOf({ frames, compared }: Take): Partial<practice.Attempt> {
  const findings = compared?.findings ?? null;
  return {
    voiced_ms: Math.round(1000 * spokenSeconds(frames.speech)),
    length_ratio: findings && Math.round(100 * findings.lengthRatio) / 100,
    extra_pauses: findings?.extraPauses.length ?? null,
  };
}

/**
 * Keeps a turn until it is sent: an attempt for each segment that the line is made of, the measures with the first. Its id is made
 * here, so that it counts once however often it is sent.
 */
export function storeAttempt(
  username: string,
  videoId: number,
  segments: readonly PracticeSegment[],
  what: practice.Attempt['what'],
  measures: Partial<practice.Attempt> = {},
): void {
  const added = segments.map((segment, at) => ({
    id: makeAttemptId(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    video_id: videoId,
    ...identityOf(segment),
    what,
    ...(at === 0 && measures),
  }));
  storage.write(username, [...(storage.read(username) ?? []), ...added].slice(-MOST_KEPT));
}

function forget(username: string, sent: readonly practice.Attempt[]): void {
  const ids = new Set(sent.map(({ id }) => id));
  const left = (storage.read(username) ?? []).filter(({ id }) => !ids.has(id));
  storage.write(username, left.length > 0 ? left : undefined);
}

const sending = new Map<string, Promise<void>>();

/** Sends what is kept, in batches; what the server refuses for good is forgotten. Stops where it can't be reached. */
export function sendAttempts(username: string, { keepalive = false } = {}): Promise<void> {
  // Requests in flight may end with the page.
  if (keepalive) return sendBatches(username, true);
  const sent = sending.get(username) ?? sendBatches(username).finally(() => sending.delete(username));
  sending.set(username, sent);
  return sent;
}

async function sendBatches(username: string, keepalive = false): Promise<void> {
  for (;;) {
    const batch = (storage.read(username) ?? []).slice(0, practice.ATTEMPT_BATCH);
    if (batch.length === 0) return;
    try {
      await call(practice.saveAttempts, { body: { attempts: batch }, keepalive });
    } catch (error) {
      const isFinal = error instanceof ApiError && [400, 422].includes(error.status);
      if (!isFinal) return;
    }
    forget(username, batch);
  }
}
