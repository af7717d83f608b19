import { setTimeout as sleep } from 'node:timers/promises';

type Step = {
  name: string;
  close: () => Promise<unknown>;
  /** Timeout; none by default. */
  limitMs?: number;
};

async function closeWithTimeout({ name, close, limitMs }: Step): Promise<void> {
  if (limitMs === undefined) return void (await close());
  const closed = new AbortController();
  const timeout = sleep(limitMs, true, { signal: closed.signal }).catch(() => false);
  const isTimeout = await Promise.race([close(), timeout]).finally(() => closed.abort());
  if (isTimeout === true) throw new Error(`${name} did not close within ${limitMs / 1000} s`);
}

/** Runs the steps in order, even after one fails or times out. Throws all errors at the end. */
export async function closeAll(steps: readonly Step[]): Promise<void> {
  const failures: Error[] = [];
  for (const step of steps) await closeWithTimeout(step).catch((error: Error) => failures.push(error));
  if (failures.length > 0) {
    const reasons = failures.map(({ message }) => message).join('; ');
    throw new AggregateError(failures, `Could not stop cleanly: ${reasons}`);
  }
}
