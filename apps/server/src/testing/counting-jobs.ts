import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '@sayback/contract';
import { expect, onTestFinished } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { defineJob, type JobKind, startJob, type Work } from '../features/jobs/index.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './start-app.ts';

/**
 * Runs of the job kinds below, in order. Each test file has to empty the list first, since files share modules, and ids
 * restart.
 */
export const runs: { kind: string; id: number; done: number; result: unknown }[] = [];
const recordRun = ({ id, lastSaved }: Pick<Work<never>, 'id' | 'lastSaved'>, kind: string) =>
  runs.push({ kind, id, ...lastSaved });

let pausedAt = Number.POSITIVE_INFINITY;

/** Pauses counting at a step, until the returned function is called or the test ends. */
export function pauseCounting(step: number): () => void {
  const resume = () => {
    pausedAt = Number.POSITIVE_INFINITY;
  };
  pausedAt = step;
  onTestFinished(resume);
  return resume;
}

/** Counts up to `to`, one step per 50 ms, and resumes after an interruption. */
const countJob = defineJob('count', async (work: Work<{ to: number }>) => {
  recordRun(work, 'count');
  let counted = work.lastSaved.done;
  for (; counted < work.payload.to && !work.signal.aborted; counted += 1) {
    work.progress(counted + 1, work.payload.to, `at ${counted + 1}`, { counted: counted + 1 });
    do await sleep(50);
    while (counted + 1 >= pausedAt && !work.signal.aborted);
  }
  return { counted };
});

export const KINDS: JobKind[] = [
  countJob,
  // A job that reports no progress.
  defineJob('wait', async ({ signal }) => {
    await sleep(20_000, undefined, { signal }).catch(() => undefined);
  }),
  defineJob('refuse', async () => {
    throw new AppError('conflict', 'subtitles.noOriginal');
  }),
  defineJob('break', async (work) => {
    recordRun(work, 'break');
    if (runs.filter(({ id }) => id === work.id).length < 2) throw new TypeError('first attempt');
    return 'repaired';
  }),
  defineJob('slip', async () => {
    throw new TypeError('a simulated failure');
  }),
];

export const getRuns = (id: number) => runs.filter((run) => run.id === id);

/** Creates functions that start, read and stop a server's jobs. */
export const createJobCalls = ({ context }: TestApp, admin: Client) => {
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
