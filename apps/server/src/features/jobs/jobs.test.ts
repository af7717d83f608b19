import { jobs } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createJobCalls, getRuns, KINDS, pauseCounting, runs } from '../../testing/counting-jobs.ts';
import { followEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { startSecondApp } from '../../testing/start-app.ts';
import { withServer } from '../../testing/with-server.ts';
import { startJob } from './index.ts';

const { server, admin } = await withServer({}, KINDS);
const { start, read, stop, until } = createJobCalls(server, admin);
runs.length = 0;

describe('a job', () => {
  it('sends its progress to followers, at most four times a second, and ends with its result', async () => {
    const resume = pauseCounting(2);
    const id = await start('count', { to: 30 });
    const startedAt = performance.now();
    const { events, ended } = await followEvents(server.app, admin.token, jobs.followJob, { params: { id } });
    resume();
    await ended;
    const seconds = (performance.now() - startedAt) / 1000;
    expect(events.at(-1)).toMatchObject({
      status: 'completed',
      done: 30,
      total: 30,
      message: 'at 30',
      result: { counted: 30 },
    });
    const steps = events.filter(({ status }) => status === 'running').map(({ done }) => done);
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.length).toBeLessThanOrEqual(4 * seconds + 2);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  it('is sent immediately, and only once, to followers if it has already ended', async () => {
    const id = await start('count', { to: 1 });
    await until(id, { status: 'completed' });
    const { events, ended } = await followEvents(server.app, admin.token, jobs.followJob, { params: { id } });
    await ended;
    expect(events).toHaveLength(1);
  });

  it('can be followed from another server', async () => {
    const second = await startSecondApp(server, KINDS);
    const resume = pauseCounting(2);
    const id = await start('count', { to: 20 });
    const { events, ended } = await followEvents(second.app, admin.token, jobs.followJob, { params: { id } });
    resume();
    await ended;
    expect(events.length).toBeGreaterThan(2);
    expect(events.at(-1)).toMatchObject({ status: 'completed', done: 20 });
  });

  it('fails with a message in the reader’s language', async () => {
    const id = await start('refuse');
    await until(id, {
      status: 'failed',
      message: 'This video has no subtitle in its original language yet. Upload that one first.',
    });
    const message = 'El video aún no tiene subtítulo en su idioma original. Sube primero ese.';
    const spanish = { params: { id }, headers: { 'accept-language': 'es' } };
    expect(await admin.call(jobs.getJob, spanish)).toMatchObject({ message });
    const { events, ended } = await followEvents(server.app, admin.token, jobs.followJob, spanish);
    await ended;
    expect(events).toMatchObject([{ message }]);
  });

  it('is retried after a failure', async () => {
    const id = await start('break');
    await until(id, { status: 'completed', result: 'repaired' });
    expect(getRuns(id)).toHaveLength(2);
  });

  it('fails after its last attempt, with a message', async () => {
    const id = await start('slip');
    await eventually(async () => {
      // Skip the queue's back-off.
      await server.context.db.execute(
        sql`update graphile_worker._private_jobs set run_at = now() where key = ${`job:${id}`} and locked_at is null`,
      );
      expect(await read(id)).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(/Try again later/),
      });
    });
  });

  it('is listed by its subject, newest first', async () => {
    const first = await start('count', { to: 1 }, 'alignment:7');
    const second = await start('count', { to: 1 }, 'alignment:7');
    const listed = await admin.call(jobs.listJobs, { query: { subject: 'alignment:7' } });
    expect(listed.map(({ id }) => id)).toEqual([second, first]);
    expect(await admin.call(jobs.listJobs, { query: { subject: 'alignment:77' } })).toEqual([]);
  });

  it('with a conflict message is refused with the running job’s id if one of its kind and subject is running', async () => {
    const job = {
      kind: 'count',
      subject: 'exclusive:1',
      payload: { to: 40 },
      created_by: null,
      conflictMessage: 'jobs.stopped' as const,
    };
    const responses = await Promise.allSettled([1, 2, 3].map(() => startJob(server.context.db, job)));
    const started = responses.flatMap((response) =>
      response.status === 'fulfilled' ? [response.value] : [],
    );
    expect(started).toHaveLength(1);
    const errors = responses.flatMap((response) => (response.status === 'rejected' ? [response.reason] : []));
    expect(errors.map(({ message, extra }) => [message, extra.job_id])).toEqual([
      ['The work was stopped.', started[0]],
      ['The work was stopped.', started[0]],
    ]);
    await stop(started[0] as number);
  });

  it('only exists if the transaction that starts it commits', async () => {
    let id = 0;
    const rolledBack = server.context.db.transaction(async (transaction) => {
      id = await startJob(transaction, {
        kind: 'count',
        subject: 'never',
        payload: { to: 1 },
        created_by: null,
      });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect((await admin.try(jobs.getJob, { params: { id } })).statusCode).toBe(404);
  });
});

describe('stopping a job', () => {
  it('ends the job through any server, and preserves its partial result', async () => {
    const second = await startSecondApp(server);
    const id = await start('count', { to: 1000 });
    await eventually(async () => expect((await read(id)).done).toBeGreaterThan(2));
    const { statusCode } = await second.app.inject({
      method: 'POST',
      url: `/api/jobs/${id}/stop/`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(statusCode).toBe(200);
    await until(id, { status: 'stopped' });
    const { done, result } = await read(id);
    expect(result).toEqual({ counted: done });
  });

  it('ends the job even if the notification is lost', async () => {
    const id = await start('wait');
    await until(id, { status: 'running' });
    await server.context.db.execute(sql`update jobs set stop_requested = true where id = ${id}`);
    await until(id, { status: 'stopped' });
  });

  it('ends a queued job immediately, so that it never runs', async () => {
    const { db } = server.context;
    const id = await db.transaction(async (transaction) => {
      const created = await startJob(transaction, {
        kind: 'count',
        subject: 'later',
        payload: { to: 1 },
        created_by: null,
      });
      await transaction.execute(
        sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = ${`job:${created}`}`,
      );
      return created;
    });
    expect(await stop(id)).toMatchObject({ status: 'stopped' });
    const { rows } = await db.execute(
      sql`select 1 from graphile_worker._private_jobs where key = ${`job:${id}`}`,
    );
    expect(rows).toEqual([]);
    expect(getRuns(id)).toEqual([]);
  });

  it('doesn’t change a job that has ended', async () => {
    const id = await start('count', { to: 1 });
    await until(id, { status: 'completed' });
    expect(await stop(id)).toMatchObject({ status: 'completed' });
  });
});
