import { jobs } from '@sayback/contract';
import type { EventStream } from '../../http/event-stream.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import { JOBS_CHANNEL, type JobRow, jobStore } from './job-store.ts';

/** Poll interval: the maximum delay if a notification gets lost. */
const POLL_MS = 5000;

/** Waits for the next notification about a job. One that arrives between two waits isn't lost. */
function waitForNews(id: number, listener: Listener, signal: AbortSignal) {
  let hasNews = true;
  let wake: (() => void) | null = null;
  const notify = () => {
    hasNews = true;
    wake?.();
  };
  const stops = [
    listener.on(JOBS_CHANNEL, (payload) => {
      if (payload === String(id)) notify();
    }),
    listener.onGap(notify),
  ];
  signal.addEventListener('abort', notify, { once: true });
  return {
    async next(): Promise<void> {
      if (!hasNews) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasNews = false;
      wake = null;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Sends a job whenever it changes, until it has ended. `read` returns null for a deleted one. */
export async function followJob<Seen>(
  id: number,
  { send, signal }: EventStream<Seen>,
  deps: { listener: Listener; read: () => Promise<Seen | null>; hasEnded: (job: Seen) => boolean },
): Promise<void> {
  const news = waitForNews(id, deps.listener, signal);
  let sent = '';
  try {
    while (!signal.aborted) {
      await news.next();
      const job = await deps.read();
      if (!job || signal.aborted) return;
      const text = JSON.stringify(job);
      if (text !== sent) send(job);
      sent = text;
      if (deps.hasEnded(job)) return;
    }
  } finally {
    news.stop();
  }
}

/** Waits until a job has ended, or the signal aborts. Returns its current state; null if it doesn't exist. */
export async function waitForJob(
  { db, listener }: { db: Database; listener: Listener },
  id: number,
  signal: AbortSignal,
): Promise<JobRow | null> {
  const read = () => jobStore(db).find(id);
  let ended: JobRow | null = null;
  const send = (row: JobRow) => {
    if (jobs.hasEnded(row)) ended = row;
  };
  await followJob(id, { send, signal }, { listener, read, hasEnded: jobs.hasEnded });
  return ended ?? read();
}
