import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { queryOnce, replaceDatabase } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { LOCKS, startHeartbeat } from './worker-heartbeat.ts';

/**
 * Opens a proxy to a database. `cut` loses the open connections as a network does: the database ends its side, and the client
 * isn't notified. New connections work.
 */
async function openProxy(url: string) {
  const pairs: (readonly [Socket, Socket])[] = [];
  const proxy = createServer((client) => {
    const database = connect(Number(new URL(url).port), new URL(url).hostname);
    pairs.push([client, database]);
    client.on('error', () => undefined).pipe(database, { end: false });
    database.on('error', () => undefined).pipe(client, { end: false });
    client.on('close', () => database.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((proxy.address() as AddressInfo).port);
  return {
    url: proxied.href,
    cut() {
      for (const [client, database] of pairs) {
        client.unpipe().resume();
        database.unpipe().destroy();
      }
    },
    close() {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

it('a worker locks again when its connection is lost without notice', async () => {
  const postgres = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryOnce(postgres, `CREATE DATABASE ${name} TEMPLATE template STRATEGY FILE_COPY`);
  onTestFinished(() => queryOnce(postgres, `DROP DATABASE ${name} WITH (FORCE)`).then(() => undefined));
  const url = replaceDatabase(postgres, name);
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  const proxy = await openProxy(url);
  onTestFinished(proxy.close);
  const countLocks = async () => {
    const { rows } = await pool.query(
      `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
       WHERE locktype = 'advisory' AND classid = ${LOCKS} AND granted AND datname = '${name}'`,
    );
    return rows.length;
  };

  const heartbeat = await startHeartbeat('a worker', { url: proxy.url, pool, onError: () => undefined });
  onTestFinished(heartbeat.stop);
  expect(await countLocks()).toBe(1);
  proxy.cut();
  await eventually(async () => expect(await countLocks()).toBe(0), 10_000);
  await eventually(async () => expect(await countLocks()).toBe(1), 20_000);
});
