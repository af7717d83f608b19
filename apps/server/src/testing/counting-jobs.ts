import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '@sayback/contract';
import { expect, onTestFinished } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { defineJob, type JobKind, startJob, type Work } from '../features/jobs/index.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './start-app.ts';

/** Runs of the kinds below, in order. Each test file empties it first, since files share modules, and ids restart. */
export const runs: { kind: string; id: number; done: number; result: unknown }[] = [];
const noted = ({ id, before }: Pick<Work<never>, 'id' | 'before'>, kind: string) =>
  runs.push({ kind, id, ...before });

let pausedAt = Number.POSITIVE_INFINITY;

/** Pauses counting at a step, until the returned function is called or the test ends. */
export function pauseCounting(at: number): () => void {
  const resume = () => {
    pausedAt = Number.POSITIVE_INFINITY;
  };
  pausedAt = at;
  onTestFinished(resume);
  return resume;
}

/** Counts up to `to`, a step every 50 ms, and resumes after an interruption. */
const counting = defineJob('count', async (work: Work<{ to: number }>) => {
  noted(work, 'count');
  let seen = work.before.done;
  for (; seen < work.payload.to && !work.signal.aborted; seen += 1) {
    work.progress(seen + 1, work.payload.to, `at ${seen + 1}`, { counted: seen + 1 });
    do await sleep(50);
    while (seen + 1 >= pausedAt && !work.signal.aborted);
  }
  return { counted: seen };
});

export const KINDS: JobKind[] = [
  counting,
  // Reports no progress.
  defineJob('wait', async ({ signal }) => {
    await sleep(20_000, undefined, { signal }).catch(() => undefined);
  }),
  defineJob('refuse', async () => {
    throw new AppError('conflict', 'subtitles.noOriginal');
  }),
  defineJob('break', async (work) => {
    noted(work, 'break');
    if (runs.filter(({ id }) => id === work.id).length < 2) throw new TypeError('a slip');
    return 'repaired';
  }),
  defineJob('slip', async () => {
    throw new TypeError('a simulated failure');
  }),
];

export const getRuns = (id: number) => runs.filter((run) => run.id === id);

/** Calls for a server's jobs. */
export const countJobs = ({ context }: TestApp, admin: Client) => {
  const read = (id: number) => admin.call(jobs.getJob, { params: { id } });
  return {
    start: (kind: string, payload: unknown = {}, subject = 'test:1') =>
      startJob(context.db, { kind, subject, payload, created_by: null }),
    read,
    stop: (id: number) => admin.call(jobs.stopJob, { params: { id } }),
    until: (id: number, expected: Partial<jobs.Job>) =>
      eventually(async () => expect(await read(id)).toMatchObject(expected)),
  };
};
