import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StorageUnavailable } from '../../platform/storage/storage.ts';
import { createJobCalls, getRuns, KINDS, pauseCounting, runs } from '../../testing/counting-jobs.ts';
import { queryOnce } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { startApp, startSecondApp } from '../../testing/start-app.ts';
import { withServer } from '../../testing/with-server.ts';
import { defineJob } from './define-job.ts';
import { jobStore } from './job-store.ts';
import { createJobWorker } from './job-worker.ts';
import { LAST_ATTEMPT, startJob } from './start-job.ts';

const { server, admin } = await withServer({}, KINDS);
const { start, read, stop, until } = createJobCalls(server, admin);
runs.length = 0;

/** Adds a job that counts to 4 and is still locked by the worker of a killed server, after two steps. */
const addInterruptedJob = (attempts = 1) =>
  server.context.db.transaction(async (transaction) => {
    const id = await startJob(transaction, {
      kind: 'count',
      subject: 'interrupted',
      payload: { to: 4 },
      created_by: null,
    });
    await transaction.execute(
      sql`update jobs set status = 'running', done = 2, result = '{"counted": 2}' where id = ${id}`,
    );
    await transaction.execute(
      sql`update graphile_worker._private_jobs
          set locked_by = 'pool-dead', locked_at = now(), attempts = ${attempts} where key = ${`job:${id}`}`,
    );
    return id;
  });

describe('a job', () => {
  it('is taken over and resumed within seconds when its server is killed', async () => {
    const id = await addInterruptedJob();
    await until(id, { status: 'completed', result: { counted: 4 } });
    expect(getRuns(id)).toEqual([{ kind: 'count', id, done: 2, result: { counted: 2 } }]);
  });

  it('fails with advice if a server was killed at each of its attempts', async () => {
    const id = await addInterruptedJob(4);
    await until(id, { status: 'failed', message: expect.stringMatching(/Start it again/) });
    expect(getRuns(id)).toEqual([]);
  });

  it('can be stopped after its server was killed, and isn’t restarted', async () => {
    const id = await addInterruptedJob();
    await stop(id);
    await until(id, { status: 'stopped', done: 2 });
    // Wait for an unexpected run.
    await sleep(1500);
    expect(await read(id)).toMatchObject({ status: 'stopped' });
    expect(getRuns(id)).toEqual([]);
  });

  it('is returned to the queue with its progress when its server stops, without using up an attempt', async () => {
    const otherServer = await startApp({}, KINDS);
    runs.length = 0;
    const { db } = otherServer.context;
    const resume = pauseCounting(10);
    const id = await startJob(db, { kind: 'count', subject: 'x', payload: { to: 20 }, created_by: null });
    await eventually(async () => expect((await jobStore(db).find(id))?.done).toBeGreaterThan(4));
    await otherServer.closeServer();
    const [row] = await queryOnce(otherServer.databaseUrl, 'SELECT status FROM jobs');
    expect(row).toEqual({ status: 'queued' });
    resume();
    const second = await startSecondApp(otherServer, KINDS);
    await eventually(async () =>
      expect(await jobStore(second.context.db).find(id)).toMatchObject({ status: 'completed' }),
    );
    const [, resumed, ...others] = getRuns(id);
    expect(resumed?.done).toBeGreaterThan(4);
    expect(others).toEqual([]);
    await second.close();
    await otherServer.close();
  });

  it('continues in a new task after three hours, before the queue unlocks the old one', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const resume = pauseCounting(4);
    const id = await start('count', { to: 10 });
    await eventually(async () => expect((await read(id)).done).toBeGreaterThan(2));
    const [endLease] = timers.mock.calls.find(([, ms]) => ms === 3 * 3_600_000) ?? [];
    endLease?.();
    resume();
    await until(id, { status: 'completed', result: { counted: 10 } });
    const [, resumed, ...others] = getRuns(id);
    expect(resumed?.done).toBeGreaterThan(2);
    expect(others).toEqual([]);
  });

  it('fails with a message after nine hours in three tasks', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    pauseCounting(2);
    const id = await start('count', { to: 10 });
    for (let lease = 1; lease <= 3; lease += 1) {
      await eventually(async () => {
        expect(getRuns(id)).toHaveLength(lease);
        expect(await read(id)).toMatchObject({ status: 'running' });
      });
      const [endLease] = timers.mock.calls.findLast(([, ms]) => ms === 3 * 3_600_000) ?? [];
      endLease?.();
    }
    await until(id, { status: 'failed', message: expect.stringMatching(/nine hours/) });
    expect(getRuns(id)).toHaveLength(3);
  });

  it('of an unknown kind waits for a server that knows the kind', async () => {
    const older = await startApp();
    const { db } = older.context;
    const job = { kind: 'count', subject: 'newer', payload: { to: 2 }, created_by: null };
    const id = await startJob(db, job);
    // Longer than the queue's polling interval.
    await sleep(2500);
    expect((await jobStore(db).find(id))?.status).toBe('queued');
    const newer = await startSecondApp(older, KINDS);
    await eventually(async () =>
      expect(await jobStore(db).find(id)).toMatchObject({ status: 'completed', done: 2 }),
    );
    await newer.close();
    await older.close();
  });

  it('isn’t taken over by other servers if its server briefly loses its connections', async () => {
    await startSecondApp(server, KINDS);
    const id = await start('count', { to: 140 });
    await until(id, { status: 'running' });
    for (let losses = 0; losses < 4; losses += 1) {
      await server.context.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'sayback-worker'`,
      );
      // Wait for other servers, which must not take it over.
      await sleep(1700);
    }
    await until(id, { status: 'completed' });
    expect(getRuns(id)).toHaveLength(1);
  });
});

/** Adds a job that ended that many days ago. */
async function addOldJob(days: number, status = 'completed'): Promise<number> {
  const { db } = server.context;
  const id = await jobStore(db).add({ kind: 'x', subject: 'old', payload: {}, created_by: null });
  await db.execute(
    sql`update jobs set status = ${status}, updated_at = now() - make_interval(days => ${days}) where id = ${id}`,
  );
  return id;
}

describe('daily tasks', () => {
  it('delete jobs that ended thirty days ago, but not running ones', async () => {
    const store = jobStore(server.context.db);
    await addOldJob(31);
    const retained = [await addOldJob(29), await addOldJob(31, 'running')];
    await store.deleteOld(30);
    expect((await store.listBySubject('old')).map(({ id }) => id).sort()).toEqual(retained.sort());
  });

  it('delete old jobs later if no server was running at the usual time', async () => {
    const { db } = server.context;
    const old = await addOldJob(40);
    await db.execute(
      sql`update graphile_worker._private_known_crontabs
          set known_since = now() - interval '9 days', last_execution = now() - interval '2 days'`,
    );
    await startSecondApp(server);
    await eventually(async () => expect(await jobStore(db).find(old)).toBeNull());
  });

  it('purge the trash', async () => {
    const { rows } = await server.context.db.execute<{ identifier: string }>(
      sql`select identifier from graphile_worker._private_known_crontabs`,
    );
    expect(rows.map(({ identifier }) => identifier)).toContain('purge-trash');
  });
});

describe('while the media store is down', () => {
  let work: ReturnType<typeof createJobWorker>['work'];
  beforeAll(async () => {
    // Stop the server's queue, so that only the test runs jobs.
    await server.context.jobs.stop();
    const needsStore = defineJob('needs-store', async () => {
      throw new StorageUnavailable('the store is down');
    });
    const { db, listener } = server.context;
    ({ work } = createJobWorker({ db, listener, kinds: [needsStore], onError: () => undefined }));
  });

  const start = () =>
    startJob(server.context.db, { kind: 'needs-store', subject: 'test:1', payload: {}, created_by: null });
  const readStatus = async (id: number) => (await jobStore(server.context.db).find(id))?.status;

  describe('a job that fails because the media store is down', () => {
    it('is retried after its last attempt, 30 seconds later and with a new attempt count', async () => {
      const { db } = server.context;
      const id = await start();
      await work({ id }, { number: LAST_ATTEMPT });
      expect(await readStatus(id)).toBe('queued');
      const { rows } = await db.execute(sql`
      select attempts, extract(epoch from run_at - now())::int as seconds
      from graphile_worker.jobs where key = ${`job:${id}`}`);
      expect(rows).toEqual([{ attempts: 0, seconds: expect.toSatisfy((n: number) => n > 25 && n <= 30) }]);
    });

    it('fails after a day of retries', async () => {
      const id = await start();
      await server.context.db.execute(
        sql`update jobs set created_at = now() - interval '25 hours' where id = ${id}`,
      );
      await work({ id }, { number: LAST_ATTEMPT });
      expect(await readStatus(id)).toBe('failed');
    });
  });
});
