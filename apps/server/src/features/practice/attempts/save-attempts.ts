import { practice, readAttemptTime } from '@sayback/contract';
import type { z } from 'zod';
import type { Viewer } from '../../../security/authentication.ts';
import { withQuota } from '../../../security/with-quota.ts';
import type { RateLimits } from '../../accounts/index.ts';
import type { AttemptWriter, LineFinder } from './attempt-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Tolerance for a device's clock, which may be wrong or set to local time. */
const MAX_AHEAD_MS = DAY_MS;
/** Devices can be offline for this long. */
export const MAX_AGE_DAYS = 400;
export const MAX_AGE_MS = MAX_AGE_DAYS * DAY_MS;

type Deps = { findLines: LineFinder; write: AttemptWriter; limits: RateLimits };

/** Maximum length of an id listed in a response. */
const ID_LENGTH = 36;

type Batch = {
  /** Null for elements that aren't attempts. */
  attempts: readonly (z.output<typeof practice.attempt> | null)[];
  /** The same elements, as received. */
  received: readonly unknown[];
};

/** Returns a list of an invalid element's id; empty if it has no readable id. */
export function listReadableId(received: unknown): string[] {
  const { id } = (received ?? {}) as { id?: unknown };
  return typeof id === 'string' && id.length <= ID_LENGTH ? [id] : [];
}

/**
 * Saves attempts. Counts each id once, refuses invalid attempts individually, and lists those over the account's daily limit, to
 * be sent again. Duplicates don't use up the limit.
 */
export async function saveAttempts(
  { findLines, write, limits }: Deps,
  viewer: Viewer,
  { attempts, received }: Batch,
) {
  const now = Date.now();
  const candidates: Parameters<LineFinder>[0][number][] = [];
  const refused: string[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const at = attempt ? readAttemptTime(attempt.id) : 0;
    if (attempt && at <= now + MAX_AHEAD_MS && at >= now - MAX_AGE_MS) {
      candidates.push({ ...attempt, at: new Date(at).toISOString() });
    } else refused.push(...listReadableId(received[index]));
  }
  const quota = [practice.ATTEMPTS_PER_DAY, String(viewer.id)] as const;
  return withQuota(limits, quota, limits.takeUpTo(...quota, candidates.length), async (taken) => {
    const [lines, granted] = await Promise.all([findLines(candidates), taken]);
    const later = candidates.slice(granted).map(({ id }) => id);
    const written = await write(viewer, lines.slice(0, granted));
    return { counted: written.counted, refused: [...refused, ...written.refused, ...later], later };
  });
}
