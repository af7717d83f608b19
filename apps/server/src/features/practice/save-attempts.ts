import { type practice, timeOfAttempt } from '@sayback/contract';
import type { AttemptWriter } from './attempt-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A device's clock may be wrong, and set to local time: a day ahead is borne. */
const AHEAD_MS = DAY_MS;
/** How long a device may have been offline. */
const OLDEST_MS = 400 * DAY_MS;

type Batch = { attempts: readonly (practice.Attempt & { id: string })[] };

/** Counts each attempt once, by its id. Those that never count are refused, so that the device forgets them. */
export async function saveAttempts(write: AttemptWriter, userId: number, { attempts }: Batch) {
  const now = Date.now();
  const timed = attempts.map((attempt) => ({ attempt, at: timeOfAttempt(attempt.id) }));
  const isLikely = ({ at }: { at: number }) => at <= now + AHEAD_MS && at >= now - OLDEST_MS;
  const { counted, refused } = await write(
    userId,
    timed.filter(isLikely).map(({ attempt, at }) => ({ ...attempt, at: new Date(at).toISOString() })),
  );
  const unlikely = timed.filter((one) => !isLikely(one)).map(({ attempt }) => attempt.id);
  return { counted, refused: [...refused, ...unlikely] };
}
