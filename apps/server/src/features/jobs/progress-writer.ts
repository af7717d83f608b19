import type { JobStore, Progress } from './job-store.ts';

const WRITE_INTERVAL_MS = 250;

/** Writes a job's latest progress, one write at a time. Calls `onStop` if the job has to stop. */
export function progressWriter(store: JobStore, id: number, start: Progress, onStop: () => void) {
  let newest = start;
  let written = start;
  let lastWrite = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const currentWrite = writing.then(async () => {
      if (newest === written) return;
      const state = newest;
      lastWrite = performance.now();
      if (!(await store.saveProgress(id, state))) onStop();
      written = state;
    });
    writing = currentWrite.catch(() => undefined);
    return currentWrite;
  }

  return {
    progress(
      done: number,
      total: number | null,
      message: string,
      partialResult: unknown = newest.result,
    ): void {
      newest = { done, total, message, result: partialResult };
      const wait = Math.max(lastWrite + WRITE_INTERVAL_MS - performance.now(), 0);
      // The next write replaces a failed one; the job worker's checks notice if the database is down.
      timer ??= setTimeout(() => void write().catch(() => undefined), wait);
    },
    flush: write,
    newest: () => newest,
    stop: async () => {
      clearTimeout(timer);
      await writing;
    },
  };
}
