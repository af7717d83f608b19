import { jobs } from '@sayback/contract';
import type { EventStream } from '../../http/event-stream.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import { JOBS_CHANNEL, type JobRow, jobStore } from './job-store.ts';

/** Maximum delay if a notification gets lost. */
const POLL_MS = 5000;

/** Listens for notifications about a job. `next` waits for one, or returns at once if one arrived since the last call. */
function listenForChanges(id: number, listener: Listener, signal: AbortSignal) {
  let hasChanged = true;
  let wake: (() => void) | null = null;
  const notify = () => {
    hasChanged = true;
    wake?.();
  };
  const stopListeners = [
    listener.on(JOBS_CHANNEL, (payload) => {
      if (payload === String(id)) notify();
    }),
    listener.onGap(notify),
  ];
  signal.addEventListener('abort', notify, { once: true });
  return {
    async next(): Promise<void> {
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasChanged = false;
      wake = null;
    },
    stop: () => {
      for (const stopListener of stopListeners) stopListener();
    },
  };
}

/** Sends a job whenever it changes, until it has ended. `read` returns null for a deleted job. */
export async function followJob<SentJob>(
  id: number,
  { send, signal }: EventStream<SentJob>,
  deps: { listener: Listener; read: () => Promise<SentJob | null>; hasEnded: (job: SentJob) => boolean },
): Promise<void> {
  const changes = listenForChanges(id, deps.listener, signal);
  let sent = '';
  try {
    while (!signal.aborted) {
      await changes.next();
      const job = await deps.read();
      if (!job || signal.aborted) return;
      const text = JSON.stringify(job);
      if (text !== sent) send(job);
      sent = text;
      if (deps.hasEnded(job)) return;
    }
  } finally {
    changes.stop();
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
