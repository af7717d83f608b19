import { once } from 'node:events';

/** Waits for a result, or throws the signal's reason when it aborts. The work itself continues. */
export async function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const listening = new AbortController();
  const aborted = once(signal, 'abort', { signal: listening.signal }).then(() =>
    Promise.reject(signal.reason),
  );
  aborted.catch(() => undefined);
  try {
    return await Promise.race([result, aborted]);
  } finally {
    listening.abort();
  }
}
