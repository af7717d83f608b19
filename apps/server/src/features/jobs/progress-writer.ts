import type { JobStore, Progress } from './job-store.ts';

const PACE_MS = 250;

/** Writes a job's progress: only the latest state, one write at a time. Calls `onEnd` if the job has to stop. */
export function progressWriter(store: JobStore, id: number, start: Progress, onEnd: () => void) {
  let newest = start;
  let written = start;
  let lastWrite = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const turn = writing.then(async () => {
      if (newest === written) return;
      const state = newest;
      lastWrite = performance.now();
      if (!(await store.saveProgress(id, state))) onEnd();
      written = state;
    });
    writing = turn.catch(() => undefined);
    return turn;
  }

  return {
    progress(done: number, total: number | null, message: string, sofar: unknown = newest.result): void {
      newest = { done, total, message, result: sofar };
      const wait = Math.max(lastWrite + PACE_MS - performance.now(), 0);
      // The next write replaces a failed one; the heartbeat notices if the database is down.
      timer ??= setTimeout(() => void write().catch(() => undefined), wait);
    },
    saved: write,
    newest: () => newest,
    stop: async () => {
      clearTimeout(timer);
      await writing;
    },
  };
}
