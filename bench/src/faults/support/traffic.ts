import { setTimeout as sleep } from 'node:timers/promises';
import type { SupervisedServer } from './supervised-server.ts';

/** A client that writes one item after another, and records the acknowledged ones. */
export type Writer = {
  kind: string;
  /** Pause between two writes, in milliseconds. */
  pause: number;
  /** Writes once; resolves when it is acknowledged. */
  write: () => Promise<void>;
  /** Number of acknowledged writes. */
  acknowledged: () => number;
  /**
   * Compares the stored data with the acknowledged writes, and returns lost ones. Unless `all`, it may skip those compared
   * before.
   */
  check: (all: boolean) => Promise<string[]>;
};

/** Delay of a client after a refusal or a timeout. */
const AFTER_FAILURE_MS = 100;

/** Starts all writers. `stop` waits for the writes in flight. */
export function startTraffic(writers: readonly Writer[]) {
  let stopped = false;
  const waiting = new Set<{ since: number; resolve: () => void }>();

  async function writeContinuously(writer: Writer): Promise<void> {
    while (!stopped) {
      const begin = performance.now();
      try {
        await writer.write();
        for (const entry of waiting) {
          if (begin < entry.since) continue;
          waiting.delete(entry);
          entry.resolve();
        }
        await sleep(writer.pause);
      } catch {
        await sleep(AFTER_FAILURE_MS);
      }
    }
  }
  const all = Promise.all(writers.map(writeContinuously));

  return {
    /** Waits until a write that started after this call is acknowledged. Throws after `limitMs`. */
    async nextAcknowledged(limitMs = 60_000): Promise<void> {
      const late = new AbortController();
      const next = new Promise<void>((resolve) => waiting.add({ since: performance.now(), resolve }));
      const limit = sleep(limitMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no write was acknowledged in ${limitMs / 1000} s`);
      });
      limit.catch(() => undefined);
      await Promise.race([next, limit]).finally(() => late.abort());
    },
    async stop(): Promise<void> {
      stopped = true;
      await all;
    },
  };
}

type Traffic = ReturnType<typeof startTraffic>;

/**
 * Returns the time until the server is ready and a write that started after this call is acknowledged, in milliseconds; null on
 * timeout.
 */
export async function measureRecovery(
  server: SupervisedServer,
  traffic: Traffic,
  limitMs: number,
): Promise<number | null> {
  const begin = performance.now();
  try {
    await Promise.all([server.waitUntilReady(limitMs), traffic.nextAcknowledged(limitMs)]);
    return performance.now() - begin;
  } catch {
    return null;
  }
}

/** Returns the acknowledged writes that are lost, by kind. */
export async function checkAll(writers: readonly Writer[], all: boolean): Promise<string[]> {
  const lost: string[] = [];
  for (const writer of writers) {
    lost.push(...(await writer.check(all)).map((label) => `${writer.kind}: ${label}`));
  }
  return lost;
}

/** Like `checkAll`, but returns null if the server doesn't respond. */
export const tryCheckAll = (writers: readonly Writer[], all: boolean): Promise<string[] | null> =>
  checkAll(writers, all).catch(() => null);

/** Returns the number of acknowledged writes by kind, for `formatCounts`: `progress: 120, segments: 80`. */
export function countAcknowledged(writers: readonly Writer[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { kind, acknowledged } of writers) {
    counts.set(kind, (counts.get(kind) ?? 0) + acknowledged());
  }
  return [...counts];
}
