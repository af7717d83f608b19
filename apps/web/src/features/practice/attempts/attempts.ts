import { makeAttemptId, practice } from '@sayback/contract';
import { spokenSeconds } from '@sayback/speech';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { currentTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Take } from '../analysis/take.ts';
import { identityOf, type PracticeSegment } from '../queries.ts';
import { unsentAttempts as storage } from '../unsent-attempts.ts';

/** More than anyone says in a day without a network; local storage holds 5 MB. */
const MOST_KEPT = 2000;

/** Measurements of a take to send to the server: numbers, never its sound. */
export function measuresOf({ frames, compared }: Take): Partial<practice.Attempt> {
  if (!frames) return {};
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
  account: string,
  videoId: number,
  segments: readonly PracticeSegment[],
  what: practice.Attempt['what'],
  measures: Partial<practice.Attempt> = {},
): void {
  const now = Date.now();
  segments.forEach((segment, at) => {
    const id = makeAttemptId(now, crypto.getRandomValues(new Uint8Array(10)));
    const attempt = { id, video_id: videoId, ...identityOf(segment), what, ...(at === 0 && measures) };
    if (!storage.write(account, attempt, id)) reportFullStorage();
  });
  forget(account, storage.items(account).slice(0, -MOST_KEPT));
}

let hasReported = false;

function reportFullStorage(): void {
  if (!hasReported) toast.failure(currentTranslation().t('turn.storageFull'));
  hasReported = true;
}

const forget = (account: string, ids: readonly string[]): void => {
  for (const id of ids) storage.write(account, undefined, id);
};

const sending = new Map<string, Promise<void>>();

/** Sends what is kept, in batches; what the server refuses for good is forgotten. Stops where it can't be reached. */
export function sendAttempts(account: string, { keepalive = false } = {}): Promise<void> {
  // Requests in flight may end with the page.
  if (keepalive) return sendBatches(account, true);
  const sent = sending.get(account) ?? sendBatches(account).finally(() => sending.delete(account));
  sending.set(account, sent);
  return sent;
}

async function sendBatches(account: string, keepalive = false): Promise<void> {
  const later = new Set<string>();
  for (;;) {
    const waiting = storage.items(account).filter((id) => !later.has(id));
    const batch = waiting.slice(0, practice.ATTEMPT_BATCH);
    if (batch.length === 0 || !(await sendBatch(account, batch, later, keepalive))) return;
  }
}

/**
 * Sends attempts and forgets them, but for those that the server takes later. Returns false if it can't be reached. The former
 * release refuses a batch for one that is invalid: it is sent in halves.
 */
async function sendBatch(
  account: string,
  ids: readonly string[],
  later: Set<string>,
  keepalive: boolean,
): Promise<boolean> {
  const attempts = ids.flatMap((id) => storage.read(account, id) ?? []);
  try {
    const input = { body: { attempts }, account, keepalive };
    const saved = attempts.length > 0 ? await call(practice.saveAttempts, input) : null;
    for (const id of saved?.later ?? []) later.add(id);
  } catch (error) {
    if (!(error instanceof ApiError && [400, 422].includes(error.status))) return false;
    const half = ids.length >> 1;
    const send = (part: readonly string[]) => sendBatch(account, part, later, keepalive);
    if (half > 0) return (await send(ids.slice(0, half))) && send(ids.slice(half));
  }
  forget(
    account,
    ids.filter((id) => !later.has(id)),
  );
  return true;
}
