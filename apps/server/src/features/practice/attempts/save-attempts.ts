import { practice, readAttemptTime } from '@sayback/contract';
import type { z } from 'zod';
import type { Viewer } from '../../../security/authentication.ts';
import { withQuota } from '../../../security/with-quota.ts';
import type { RateLimits } from '../../accounts/index.ts';
import type { AttemptWriter, LineFinder } from './attempt-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Tolerance for a device's clock, which may be wrong or set to local time: a day in the future. */
const AHEAD_MS = DAY_MS;
/** Longest time that a device may have been offline, in days. */
export const OLDEST_DAYS = 400;
export const OLDEST_MS = OLDEST_DAYS * DAY_MS;

type Deps = { findLines: LineFinder; write: AttemptWriter; limits: RateLimits };

/** Maximum length of an id listed in a response. */
const ID_LENGTH = 36;

type Batch = {
  /** Null for elements that aren't attempts. */
  attempts: readonly (z.output<typeof practice.attempt> | null)[];
  /** The same elements, as received. */
  received: readonly unknown[];
};

/** Returns the id of an invalid element, if it is readable. */
export function readableId(received: unknown): string[] {
  const { id } = (received ?? {}) as { id?: unknown };
  return typeof id === 'string' && id.length <= ID_LENGTH ? [id] : [];
}

/**
 * Counts each attempt once, by its id. Invalid ones are refused individually; those over the account's daily limit can be sent
 * again. Duplicates don't use up the limit.
 */
export async function saveAttempts(
  { findLines, write, limits }: Deps,
  viewer: Viewer,
  { attempts, received }: Batch,
) {
  const now = Date.now();
  const likely: Parameters<LineFinder>[0][number][] = [];
  const refused: string[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const at = attempt ? readAttemptTime(attempt.id) : 0;
    if (attempt && at <= now + AHEAD_MS && at >= now - OLDEST_MS) {
      likely.push({ ...attempt, at: new Date(at).toISOString() });
    } else refused.push(...readableId(received[index]));
  }
  const quota = [practice.ATTEMPTS_PER_DAY, String(viewer.id)] as const;
  return withQuota(limits, quota, limits.takeUpTo(...quota, likely.length), async (taken) => {
    const [lines, granted] = await Promise.all([findLines(likely), taken]);
    const later = likely.slice(granted).map(({ id }) => id);
    const written = await write(viewer, lines.slice(0, granted));
    return { counted: written.counted, refused: [...refused, ...written.refused, ...later], later };
  });
}
