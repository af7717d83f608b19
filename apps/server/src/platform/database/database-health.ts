import { untilAborted } from '../until-aborted.ts';
import type { DatabasePool } from './pool.ts';

export type DatabaseHealth = {
  /** Checks the database. Skips the check while requests use all connections and get responses. */
  isUsable: () => Promise<boolean>;
  /** Returns true if the database hasn't responded for several seconds. */
  isDown: () => boolean;
  onDown: (listener: () => void) => void;
  close: () => void;
};

const INTERVAL_MS = 1000;
const RETRY_MS = 250;
const RESPONSE_MS = 2000;
/** Time without a response after which the database counts as down. A busy database responds sooner. */
const DOWN_MS = 4000;
/**
 * Number of consecutive failed checks after which the database counts as down. The first check after the process was suspended
 * can time out although the response arrived.
 */
const FAILURES = 2;

type WatchOptions = {
  pool: DatabasePool;
  /** Pool for checks while requests use all connections of `pool`. */
  spare: DatabasePool;
  /** Timeout of one statement of a request. */
  statementMs: number;
  onChange: (isDown: boolean) => void;
};

/** Checks the database every second, through the pool of the requests. */
export function watchDatabase({ pool, spare, statementMs, onChange }: WatchOptions): DatabaseHealth {
  const listeners: (() => void)[] = [];
  let lastUsableAt = performance.now();
  let failures = 0;
  let isDown = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function probe(): Promise<boolean> {
    const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
    if (isFull && pool.respondedWithin(INTERVAL_MS)) return true;
    // Slow statements use the whole pool. If they don't end within their timeout, the pool is stuck.
    if (isFull && !pool.respondedWithin(statementMs + DOWN_MS)) return false;
    const query = { text: 'SELECT 1', query_timeout: RESPONSE_MS };
    return (isFull ? spare : pool).query(query).then(
      () => true,
      () => false,
    );
  }

  const isUsable = (): Promise<boolean> =>
    untilAborted(probe(), AbortSignal.timeout(RESPONSE_MS)).catch(() => false);

  async function watch(): Promise<void> {
    const usable = await isUsable();
    if (isClosed) return;
    const now = performance.now();
    failures = usable ? 0 : failures + 1;
    if (usable) lastUsableAt = now;
    const wasDown = isDown;
    isDown = failures >= FAILURES && now - lastUsableAt >= DOWN_MS;
    if (isDown !== wasDown) onChange(isDown);
    if (isDown && !wasDown) for (const notify of listeners) notify();
    timer = setTimeout(watch, usable ? INTERVAL_MS : RETRY_MS).unref();
  }
  void watch();

  return {
    isUsable,
    isDown: () => isDown,
    onDown: (listener) => void listeners.push(listener),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
