import { setTimeout as sleep } from 'node:timers/promises';

type Step = {
  name: string;
  close: () => Promise<unknown>;
  /** Absent for a step that limits its own time. */
  limitMs?: number;
};

async function closeInTime({ name, close, limitMs }: Step): Promise<void> {
  if (limitMs === undefined) return void (await close());
  const closed = new AbortController();
  const late = sleep(limitMs, true, { signal: closed.signal }).catch(() => false);
  const timedOut = await Promise.race([close(), late]).finally(() => closed.abort());
  if (timedOut === true) throw new Error(`${name} did not close within ${limitMs / 1000} s`);
}

/** Runs the steps in order. A step that fails or times out doesn't prevent the next ones; its error is thrown afterwards. */
export async function closeAll(steps: readonly Step[]): Promise<void> {
  const failures: Error[] = [];
  for (const step of steps) await closeInTime(step).catch((error: Error) => failures.push(error));
  if (failures.length > 0) {
    const reasons = failures.map(({ message }) => message).join('; ');
    throw new AggregateError(failures, `Could not stop in order: ${reasons}`);
  }
}
