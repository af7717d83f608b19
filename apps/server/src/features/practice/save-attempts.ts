import { practice, timeOfAttempt } from '@sayback/contract';
import type { z } from 'zod';
import type { Viewer } from '../../security/authentication.ts';
import type { RateLimits } from '../accounts/index.ts';
import type { AttemptWriter, LineFinder } from './attempt-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A device's clock may be wrong, and set to local time: a day ahead is borne. */
const AHEAD_MS = DAY_MS;
/** The longest that a device may have been offline. */
export const OLDEST_DAYS = 400;
export const OLDEST_MS = OLDEST_DAYS * DAY_MS;

type Deps = { findLines: LineFinder; write: AttemptWriter; limits: RateLimits };

/** The longest id that is named. */
const ID_LENGTH = 36;

type Batch = {
  /** Null where it isn't one. */
  attempts: readonly (z.output<typeof practice.attempt> | null)[];
  /** The same, as they came. */
  received: readonly unknown[];
};

/** Returns the id of what isn't an attempt or a review, if it has one that can be read. */
export function readableId(received: unknown): string[] {
  const { id } = (received ?? {}) as { id?: unknown };
  return typeof id === 'string' && id.length <= ID_LENGTH ? [id] : [];
}

/**
 * Counts each attempt once, by its id. Those that don't count are refused, each by itself; those beyond the account's day may be sent
 * again. One that counts already takes nothing of the day.
 */
export async function saveAttempts(
  { findLines, write, limits }: Deps,
  viewer: Viewer,
  { attempts, received }: Batch,
) {
  const now = Date.now();
  const likely = [];
  const refused: string[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const at = attempt ? timeOfAttempt(attempt.id) : 0;
    if (attempt && at <= now + AHEAD_MS && at >= now - OLDEST_MS) {
      likely.push({ ...attempt, at: new Date(at).toISOString() });
    } else refused.push(...readableId(received[index]));
  }
  const key = String(viewer.id);
  const [lines, granted] = await Promise.all([
    findLines(likely),
    limits.takeUpTo(practice.ATTEMPTS_A_DAY, key, likely.length),
  ]);
  const later = likely.slice(granted).map(({ id }) => id);
  let unused = granted;
  try {
    const written = await write(viewer, lines.slice(0, granted));
    unused -= written.counted;
    return { counted: written.counted, refused: [...refused, ...written.refused, ...later], later };
  } finally {
    if (unused > 0) await limits.giveBack([[practice.ATTEMPTS_A_DAY, key]], unused);
  }
}
