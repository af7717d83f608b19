import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../platform/storage/storage.ts';
import { withServer } from '../../testing/with-server.ts';
import { defineJob } from './define-job.ts';
import { jobStore } from './job-store.ts';
import { createJobWorker } from './job-worker.ts';
import { LAST_ATTEMPT, startJob } from './start-job.ts';

const { server } = await withServer();
let work: ReturnType<typeof createJobWorker>['work'];
beforeAll(async () => {
  // Stops the server's queue, so that only the test runs jobs.
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
