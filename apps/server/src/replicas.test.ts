import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { practice, subtitles, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { signalProcess } from '../../../packages/embedded-postgres/src/testing/signal-process.ts';
import { runBackup } from './admin/backup.ts';
import { readConfig } from './config.ts';
import { type Client, clientFor, signIn } from './testing/client.ts';
import { queryOnce, replaceDatabase } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo } from './testing/library.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './testing/processes/replicated-postgres.ts';
import { openApp, SECRET } from './testing/start-app.ts';

type Server = Awaited<ReturnType<typeof openApp>>;

const DELAY = '5s';
const READS = 100;

let postgres: ReplicatedPostgres;
let dataDir: string;

const open = (replicas: string[]): Promise<Server> =>
  openApp({
    databaseUrl: postgres.primary.url,
    dataDir,
    settings: { DATABASE_REPLICA_URL: replicas.join(','), LOG_LEVEL: 'silent' },
  });
async function start(replicas: string[]): Promise<Server> {
  const server = await open(replicas);
  onTestFinished(server.close);
  return server;
}
const standby = (n: number) => postgres.standbys[n] as ReplicatedPostgres['primary'];
const usableReplicas = ({ context }: Server) => [...(context.replicas?.usable().values() ?? [])];
const waitForUsable = (server: Server, wanted: boolean[]) =>
  eventually(() => expect(usableReplicas(server)).toEqual(wanted));

/** Runs work, and returns its number of reads on replicas and the primary. */
async function countReads({ context }: Server, work: () => Promise<unknown>) {
  const before = { ...context.replicas?.reads() } as { replica: number; primary: number };
  await work();
  const after = context.replicas?.reads() ?? before;
  return { replica: after.replica - before.replica, primary: after.primary - before.primary };
}

let videoId: number;
let alignmentId: number;

/** Repeatedly saves a position on one server and reads it on another. Returns which reads found the previous position. */
async function findStaleReads(writer: Client, reader: Client, pairs: number): Promise<number[]> {
  const stale: number[] = [];
  for (let n = 0; n < pairs; n += 1) {
    const last_segment = n % 2;
    await writer.call(practice.saveProgress, {
      body: { video_id: videoId, last_segment, alignment_id: alignmentId },
    });
    const { results } = await reader.call(videos.listVideos);
    if (results.find(({ id }) => id === videoId)?.last_segment !== last_segment) stale.push(n);
  }
  return stale;
}

beforeAll(async () => {
  postgres = await startReplicatedPostgres([{}, {}, { recovery_min_apply_delay: DELAY }]);
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-replicas-'));
  const setup = await openApp({ databaseUrl: postgres.primary.url, dataDir, settings: {} });
  ({ videoId, alignmentId } = await addAlignedVideo(await signIn(setup, 'admin')));
  await setup.close();
});
afterAll(async () => {
  for (const pair of pairs.values()) await Promise.all((await pair).map(({ close }) => close()));
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Pairs of servers by their replicas, shared by all tests. */
const pairs = new Map<string, Promise<[Server, Server]>>();

/** Starts two servers with these replicas once, and creates a learner with clients for both. */
async function startTwo(replicas: string[]) {
  const key = replicas.join();
  const pair = pairs.get(key) ?? Promise.all([open(replicas), open(replicas)]);
  pairs.set(key, pair);
  // A retry opens them again.
  pair.catch(() => pairs.delete(key));
  const servers = await pair;
  const learner = await signIn(servers[0]);
  const otherClient = clientFor(servers[1].app, learner.token);
  for (const server of servers)
    await waitForUsable(
      server,
      replicas.map(() => true),
    );
  return { servers, learner, otherClient };
}

describe('a server without replicas', () => {
  it('has no replica pools', async () => {
    const { context } = await start([]);
    expect(context.replicas).toBeNull();
    expect(context.pools()).not.toHaveProperty('replicas');
  });
});

describe('a server with two replicas', () => {
  it('reads lists, segments, subtitles and Today’s queue from both replicas', async () => {
    const { servers, learner } = await startTwo([standby(0).url, standby(1).url]);
    const read = await countReads(servers[0], async () => {
      await Promise.all(Array.from({ length: 20 }, () => learner.call(videos.listVideos)));
      await learner.call(subtitles.listSegments, { params: { id: alignmentId }, query: {} });
      await learner.call(subtitles.listSubtitles, { params: { id: videoId } });
      await learner.call(practice.getToday);
    });
    expect(read.replica + read.primary).toBe(24);
    // Replicas may lag on a busy machine.
    expect(read.replica).toBeGreaterThan(12);
    // Each server has more than the one connection for its checks.
    for (const { url } of postgres.standbys.slice(0, 2)) {
      const connections = "select count(*)::int from pg_stat_activity where application_name = 'sayback'";
      const [row] = (await queryOnce(url, connections)) as [{ count: number }];
      expect(row.count).toBeGreaterThan(2);
    }
  });

  it('shows learners what they just saved on another server', async () => {
    const { servers, learner, otherClient } = await startTwo([standby(0).url, standby(1).url]);
    let stale: number[] = [];
    const read = await countReads(servers[1], async () => {
      stale = await findStaleReads(learner, otherClient, READS);
    });
    expect(stale).toEqual([]);
    expect(read.replica).toBeGreaterThan(READS / 4);
  });

  it('uses the primary while the replica’s replay is paused, and then the replica again', async () => {
    const { servers, learner, otherClient } = await startTwo([standby(0).url]);
    await queryOnce(standby(0).url, 'select pg_wal_replay_pause()');
    try {
      const read = await countReads(servers[1], async () => {
        expect(await findStaleReads(learner, otherClient, 20)).toEqual([]);
      });
      expect(read).toEqual({ replica: 0, primary: 20 });
      await waitForUsable(servers[1], [false]);
    } finally {
      await queryOnce(standby(0).url, 'select pg_wal_replay_resume()');
    }
    await waitForUsable(servers[1], [true]);
    await eventually(async () => {
      const back = await countReads(servers[1], () => otherClient.call(videos.listVideos));
      expect(back).toEqual({ replica: 1, primary: 0 });
    });
  });

  it('never shows stale data from a replica that lags by five seconds', async () => {
    const replicas = [standby(2).url];
    const servers = [await start(replicas), await start(replicas)] as const;
    const learner = await signIn(servers[0]);
    const otherClient = clientFor(servers[1].app, learner.token);
    expect(await findStaleReads(learner, otherClient, READS)).toEqual([]);
    await waitForUsable(servers[1], [false]);
  });
});

it('a backup from a standby succeeds, without an audit log entry', async () => {
  const { url } = standby(1);
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: SECRET, MEDIA_DIR: dataDir });
  const logged: string[] = [];
  const watch = { log: (line: string) => logged.push(line), signal: new AbortController().signal };
  expect(await runBackup(config, path.join(dataDir, 'backup.tar'), watch)).toBe(0);
  expect(logged.join('\n')).toContain('The activity log has no entry of this backup');
});

describe.runIf(process.platform === 'linux')('a lost replica', () => {
  it('is detected within a second when it freezes, even by reads in progress', async () => {
    const { servers, learner } = await startTwo([standby(0).url]);
    await learner.call(videos.listVideos);
    await standby(0).signal('SIGSTOP');
    try {
      const since = performance.now();
      const responses = await Promise.all(Array.from({ length: 30 }, () => learner.try(videos.listVideos)));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      // One second, with a margin for a busy machine. The statement timeout is half a minute.
      expect(performance.now() - since).toBeLessThan(10_000);
      expect(usableReplicas(servers[0])).toEqual([false]);
    } finally {
      await standby(0).signal('SIGCONT');
    }
    await waitForUsable(servers[0], [true]);
  });

  it('is used again after its processes crashed', async () => {
    const { servers, learner, otherClient } = await startTwo([standby(0).url]);
    const [{ pid }] = (await queryOnce(
      standby(0).url,
      "select pid from pg_stat_activity where application_name = 'sayback' limit 1",
    )) as [{ pid: number }];
    signalProcess(pid, 'SIGKILL');
    expect(await findStaleReads(learner, otherClient, 20)).toEqual([]);
    await waitForUsable(servers[1], [true]);
    expect(await findStaleReads(learner, otherClient, 20)).toEqual([]);
  });

  it('is no longer used after it is promoted or stops', async () => {
    const { servers, learner, otherClient } = await startTwo([standby(0).url, standby(1).url]);
    await queryOnce(standby(0).url, 'select pg_promote()');
    expect(await findStaleReads(learner, otherClient, 20)).toEqual([]);
    await waitForUsable(servers[1], [false, true]);
    await standby(1).signal('SIGKILL');
    expect(await findStaleReads(learner, otherClient, 20)).toEqual([]);
    await waitForUsable(servers[1], [false, false]);
    const read = await countReads(servers[1], () => otherClient.call(videos.listVideos));
    expect(read).toEqual({ replica: 0, primary: 1 });
  });
});

describe('an invalid replica URL', () => {
  const startError = (...replicas: string[]) =>
    start(replicas).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const getHost = (url: string) => new URL(url).host;

  it('prevents the start, with the reason', async () => {
    const other = inject('postgresUrl');
    expect(await startError(other)).toBe(
      `DATABASE_REPLICA_URL: ${getHost(other)} belongs to another PostgreSQL cluster than DATABASE_URL.`,
    );
    const { url } = standby(2);
    expect(await startError(replaceDatabase(url, 'postgres'))).toContain(
      `${getHost(url)} leads to the database postgres, DATABASE_URL to sayback.`,
    );
    const wrong = new URL(url);
    wrong.password = 'guessed';
    expect(await startError(wrong.href)).toMatch(/refuses the connection \(password authentication failed/);
  });

  it('prevents the start if its user can’t read the replication state', async () => {
    await queryOnce(postgres.primary.url, "create role plain login password 'only for tests'");
    const url = new URL(standby(2).url);
    url.username = 'plain';
    url.password = 'only for tests';
    // The new role reaches the replica after five seconds.
    await eventually(async () => expect(await startError(url.href)).toContain('GRANT pg_read_all_stats'));
  });

  it('prevents the start if it leads to several servers', async () => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      const to = connections % 2 === 0 ? postgres.primary.url : standby(2).url;
      const other = connect(Number(new URL(to).port), '127.0.0.1');
      for (const end of [socket, other]) end.on('error', () => undefined);
      socket.pipe(other).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(standby(2).url);
    url.port = String((proxy.address() as AddressInfo).port);
    expect(await startError(url.href)).toContain('leads to several servers. Give each replica’s own address');
    proxy.close();
  });

  it('doesn’t prevent the start if a replica is unreachable, or is the primary', async () => {
    const unreachable = new URL(standby(2).url);
    unreachable.port = '1';
    const server = await start([unreachable.href, postgres.primary.url]);
    const learner = await signIn(server);
    await learner.call(videos.listVideos);
    // Wait longer than the first checks take.
    await sleep(600);
    expect(usableReplicas(server)).toEqual([false, false]);
  });
});
