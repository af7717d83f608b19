import { once } from 'node:events';

/** Waits for a result, or throws the signal's reason once it aborts: the work itself continues. */
export async function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const aborted = once(signal, 'abort', { signal: waiting.signal }).then(() => Promise.reject(signal.reason));
  aborted.catch(() => undefined);
  try {
    return await Promise.race([result, aborted]);
  } finally {
    waiting.abort();
  }
}
