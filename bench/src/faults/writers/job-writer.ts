import { setTimeout as sleep } from 'node:timers/promises';
import { jobs, subtitles } from '@sayback/contract';
import { type ApiCall, Refusal, withRetries } from '../support/api-call.ts';
import type { Writer } from '../support/traffic.ts';

const END_MS = 90_000;

/** Creates an editor who repeatedly starts the translation of an alignment. Each started job must complete. */
export function createJobWriter(admin: ApiCall, alignmentId: number, segmentIds: readonly number[]): Writer {
  const params = { id: alignmentId };
  const started: number[] = [];
  let checked = 0;

  async function waitForEnd(id: number): Promise<string | null> {
    const until = performance.now() + END_MS;
    let state = 'not found';
    while (performance.now() < until) {
      const job = await withRetries(() => admin(jobs.getJob, { params: { id } }));
      state = `${job.status}, ${job.done} of ${job.total} ${job.message}`;
      if (jobs.hasEnded(job)) return job.status === 'completed' ? null : `${id} ended ${state}`;
      await sleep(100);
    }
    return `${id} had not ended after ${END_MS / 1000} s: ${state}`;
  }

  async function start(): Promise<number> {
    try {
      const { job_id } = await admin(subtitles.translateAlignment, { params, body: { which: 'mismatches' } });
      return job_id;
    } catch (error) {
      // A job is already running: the response to its start was lost.
      const other = error instanceof Refusal && error.status === 409 ? error.body.job_id : null;
      if (typeof other !== 'number') throw error;
      return other;
    }
  }

  return {
    kind: 'jobs',
    pause: 100,
    acknowledged: () => started.length,
    async write() {
      const changes = segmentIds.map((id) => ({
        op: 'update' as const,
        id,
        fields: { text_target: 'Wrong.', mismatch: true },
      }));
      await admin(subtitles.changeSegments, { params, body: { changes } });
      const id = await start();
      if (!started.includes(id)) started.push(id);
      while (!jobs.hasEnded(await admin(jobs.getJob, { params: { id } }))) await sleep(150);
    },
    async check(all) {
      const ids = started.slice(all ? 0 : checked);
      checked = started.length;
      const ends: (string | null)[] = [];
      for (const id of ids) ends.push(await waitForEnd(id));
      return ends.filter((end) => end !== null);
    },
  };
}
