import { accounts } from '@sayback/contract';
import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import { withServer } from '../../testing/with-server.ts';
import { attempts, attempts_moving } from './tables.ts';

const { server } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
const { db } = server.context;
let url = '';
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const request = (token: string, encoding = 'identity') =>
  fetch(url + accounts.exportAccount.path, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
  });

/** Attempts with many equal times, and with fractions of milliseconds. */
const fillAttempts = (userId: number, rows: number, table = 'attempts') =>
  db.execute(sql`insert into ${sql.identifier(table)} (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio)
    select ${userId}, date_trunc('hour', now()) - (n % 7) * interval '9 days' - (n % 1500) * interval '1 microsecond',
      gen_random_uuid(), 1, n, n, 'said', nullif(n % 9, 0), 1.1 + n / 7.0
    from generate_series(1, ${sql.raw(String(rows))}) as n`);

/** Waits until an export waits for a lock, and returns the pid of its backend. */
const findWaitingExport = () =>
  eventually(async () => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%string_agg(row_to_json(%' and pid <> pg_backend_pid()`);
    expect(rows).toHaveLength(1);
    return rows[0]?.pid ?? 0;
  });

describe('the personal data export', () => {
  it.each(['identity', 'gzip'])('contains each attempt once, in order: %s', async (encoding) => {
    const [learner, other] = [await signIn(server), await signIn(server)];
    await fillAttempts(learner.id, 4321);
    await fillAttempts(learner.id, 1234, 'attempts_moving');
    await fillAttempts(other.id, 10);
    const response = await request(learner.token, encoding);
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    const { attempts: list, account } = (await response.json()) as {
      attempts: { id: string; at: string }[];
      account: object;
    };
    expect(account).toMatchObject({ id: learner.id, username: learner.username });
    const times = list.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    // Use one statement, since rows can move between the tables at any time.
    const rows = await unionAll(
      db.select().from(attempts).where(eq(attempts.user_id, learner.id)),
      db.select().from(attempts_moving).where(eq(attempts_moving.user_id, learner.id)),
    );
    const byId = new Map(rows.map(({ user_id: _, text_hash: __, ...row }) => [row.id, row]));
    expect(byId.size).toBe(4321 + 1234);
    expect(list).toHaveLength(byId.size);
    for (const entry of list) {
      const { at, ...row } = byId.get(entry.id) ?? {};
      expect(entry).toEqual({ ...row, at: at?.toISOString() });
    }
  });

  it.each(['identity', 'gzip'])('is aborted if a statement fails: %s', async (encoding) => {
    const learner = await signIn(server);
    await fillAttempts(learner.id, 10);
    let body: Promise<string> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table attempts_moving in access exclusive mode`);
      body = request(learner.token, encoding).then((response) => response.text());
      body.catch(() => undefined);
      await db.execute(sql`select pg_terminate_backend(${await findWaitingExport()})`);
    });
    await expect(body).rejects.toThrow();
  });

  it('is aborted if the account is deleted during the export', async () => {
    const learner = await signIn(server);
    await fillAttempts(learner.id, 10);
    let body: Promise<string> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table attempts_moving in access exclusive mode`);
      body = request(learner.token).then((response) => response.text());
      body.catch(() => undefined);
      await findWaitingExport();
      await transaction.execute(sql`delete from users where id = ${learner.id}`);
    });
    await expect(body).rejects.toThrow();
  });
});
