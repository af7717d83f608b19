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
import { databaseNamed, queryOnce } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo } from './testing/library.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './testing/processes/replicated-postgres.ts';
import { openApp, SECRET } from './testing/start-app.ts';

type Server = Awaited<ReturnType<typeof openApp>>;

const DELAY = '5s';
const PAIRS = 150;

let postgres: ReplicatedPostgres;
let dataDir: string;

async function start(replicas: string[], settings: Record<string, string> = {}): Promise<Server> {
  const server = await openApp({
    databaseUrl: postgres.primary.url,
    dataDir,
    settings: { DATABASE_REPLICA_URL: replicas.join(','), LOG_LEVEL: 'silent', ...settings },
  });
  onTestFinished(server.close);
  return server;
}
const standby = (n: number) => postgres.standbys[n] as ReplicatedPostgres['primary'];
const usable = ({ context }: Server) => [...(context.replicas?.usable().values() ?? [])];
const untilUsable = (server: Server, wanted: boolean[]) =>
  eventually(() => expect(usable(server)).toEqual(wanted));

/** Runs reads, and returns the number of reads by node. */
async function getReads({ context }: Server, work: () => Promise<unknown>) {
  const before = { ...context.replicas?.reads() } as { replica: number; primary: number };
  await work();
  const after = context.replicas?.reads() ?? before;
  return { replica: after.replica - before.replica, primary: after.primary - before.primary };
}

let videoId: number;
let alignmentId: number;

/** Saves a position on one server and reads it on another; returns the pairs that read the previous position. */
async function stalePairs(writer: Client, reader: Client, pairs: number): Promise<number[]> {
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
  const maker = await openApp({ databaseUrl: postgres.primary.url, dataDir, settings: {} });
  ({ videoId, alignmentId } = await addAlignedVideo(await signIn(maker, 'admin')));
  await maker.close();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts two servers, and creates a learner with clients for both. */
async function startTwo(replicas: string[]) {
  const servers = [await start(replicas), await start(replicas)] as const;
  const learner = await signIn(servers[0]);
  const there = clientFor(servers[1].app, learner.token);
  for (const server of servers)
    await untilUsable(
      server,
      replicas.map(() => true),
    );
  return { servers, learner, there };
}

describe('a server without replicas', () => {
  it('does no extra work for them', async () => {
    const { context } = await start([]);
    expect(context.replicas).toBeNull();
    expect(context.pools()).not.toHaveProperty('replicas');
  });
});

describe('a server with two replicas', () => {
  it('reads lists, segments, subtitles and Today’s queue from both', async () => {
    const { servers, learner } = await startTwo([standby(0).url, standby(1).url]);
    const read = await getReads(servers[0], async () => {
      await Promise.all(Array.from({ length: 20 }, () => learner.call(videos.listVideos)));
      await learner.call(subtitles.listSegments, { params: { id: alignmentId }, query: {} });
      await learner.call(subtitles.listSubtitles, { params: { id: videoId } });
      await learner.call(practice.getToday);
    });
    expect(read.replica + read.primary).toBe(24);
    // On a busy machine a replica may lag.
    expect(read.replica).toBeGreaterThan(12);
    // More than the one connection with which each server checks it.
    for (const { url } of postgres.standbys.slice(0, 2)) {
      const connections = "select count(*)::int from pg_stat_activity where application_name = 'sayback'";
      const [row] = (await queryOnce(url, connections)) as [{ count: number }];
      expect(row.count).toBeGreaterThan(2);
    }
  });

  it('shows learners what they saved a moment ago on another server', async () => {
    const { servers, learner, there } = await startTwo([standby(0).url, standby(1).url]);
    let stale: number[] = [];
    const read = await getReads(servers[1], async () => {
      stale = await stalePairs(learner, there, PAIRS);
    });
    expect(stale).toEqual([]);
    expect(read.replica).toBeGreaterThan(PAIRS / 4);
  });

  it('uses the primary while a replica doesn’t replay, then the replica again', async () => {
    const { servers, learner, there } = await startTwo([standby(0).url]);
    await queryOnce(standby(0).url, 'select pg_wal_replay_pause()');
    try {
      const read = await getReads(servers[1], async () => {
        expect(await stalePairs(learner, there, 20)).toEqual([]);
      });
      expect(read).toEqual({ replica: 0, primary: 20 });
      await untilUsable(servers[1], [false]);
    } finally {
      await queryOnce(standby(0).url, 'select pg_wal_replay_resume()');
    }
    await untilUsable(servers[1], [true]);
    await eventually(async () => {
      const back = await getReads(servers[1], () => there.call(videos.listVideos));
      expect(back).toEqual({ replica: 1, primary: 0 });
    });
  });

  it('never shows stale data of a replica that lags five seconds', async () => {
    const replicas = [standby(2).url];
    const servers = [await start(replicas), await start(replicas)] as const;
    const learner = await signIn(servers[0]);
    const there = clientFor(servers[1].app, learner.token);
    expect(await stalePairs(learner, there, PAIRS)).toEqual([]);
    await untilUsable(servers[1], [false]);
  });
});

it('a standby makes a backup, which isn’t in the audit log', async () => {
  const { url } = standby(1);
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: SECRET, MEDIA_DIR: dataDir });
  const logged: string[] = [];
  const watch = { log: (line: string) => logged.push(line), signal: new AbortController().signal };
  expect(await runBackup(config, path.join(dataDir, 'backup.tar'), watch)).toBe(0);
  expect(logged.join('\n')).toContain('The activity log has no entry of this backup');
});

describe.runIf(process.platform === 'linux')('a lost replica', () => {
  it('is detected within a second when it is frozen, also for reads in progress', async () => {
    const { servers, learner } = await startTwo([standby(0).url]);
    await learner.call(videos.listVideos);
    await standby(0).signal('SIGSTOP');
    try {
      const since = performance.now();
      const responses = await Promise.all(Array.from({ length: 30 }, () => learner.try(videos.listVideos)));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      // A second, with a margin for a busy machine. A statement would time out after half a minute.
      expect(performance.now() - since).toBeLessThan(10_000);
      expect(usable(servers[0])).toEqual([false]);
    } finally {
      await standby(0).signal('SIGCONT');
    }
    await untilUsable(servers[0], [true]);
  });

  it('is used again after its processes crashed', async () => {
    const { servers, learner, there } = await startTwo([standby(0).url]);
    const [{ pid }] = (await queryOnce(
      standby(0).url,
      "select pid from pg_stat_activity where application_name = 'sayback' limit 1",
    )) as [{ pid: number }];
    signalProcess(pid, 'SIGKILL');
    expect(await stalePairs(learner, there, 20)).toEqual([]);
    await untilUsable(servers[1], [true]);
    expect(await stalePairs(learner, there, 20)).toEqual([]);
  });

  it('isn’t used once it is promoted, and stays unused when it stops', async () => {
    const { servers, learner, there } = await startTwo([standby(0).url, standby(1).url]);
    await queryOnce(standby(0).url, 'select pg_promote()');
    expect(await stalePairs(learner, there, 20)).toEqual([]);
    await untilUsable(servers[1], [false, true]);
    await standby(1).signal('SIGKILL');
    expect(await stalePairs(learner, there, 20)).toEqual([]);
    await untilUsable(servers[1], [false, false]);
    const read = await getReads(servers[1], () => there.call(videos.listVideos));
    expect(read).toEqual({ replica: 0, primary: 1 });
  });
});

describe('an invalid replica URL', () => {
  const refusal = (...replicas: string[]) =>
    start(replicas).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const getHost = (url: string) => new URL(url).host;

  it('is refused at the start, with the reason', async () => {
    const other = inject('postgresUrl');
    expect(await refusal(other)).toBe(
      `DATABASE_REPLICA_URL: ${getHost(other)} belongs to another PostgreSQL cluster than DATABASE_URL.`,
    );
    const { url } = standby(2);
    expect(await refusal(databaseNamed(url, 'postgres'))).toContain(
      `${getHost(url)} leads to the database postgres, DATABASE_URL to sayback.`,
    );
    const wrong = new URL(url);
    wrong.password = 'guessed';
    expect(await refusal(wrong.href)).toMatch(/refuses the connection \(password authentication failed/);
  });

  it('is refused for a user without access to the replication state', async () => {
    await queryOnce(postgres.primary.url, "create role plain login password 'only for tests'");
    const url = new URL(standby(2).url);
    url.username = 'plain';
    url.password = 'only for tests';
    // The role reaches the replica five seconds later.
    await eventually(async () => expect(await refusal(url.href)).toContain('GRANT pg_read_all_stats'));
  });

  it('is refused if it leads to several servers', async () => {
    let turn = 0;
    const proxy = createServer((socket) => {
      turn += 1;
      const to = turn % 2 === 0 ? postgres.primary.url : standby(2).url;
      const other = connect(Number(new URL(to).port), '127.0.0.1');
      for (const end of [socket, other]) end.on('error', () => undefined);
      socket.pipe(other).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(standby(2).url);
    url.port = String((proxy.address() as AddressInfo).port);
    expect(await refusal(url.href)).toContain('leads to several servers. Give each replica’s own address');
    proxy.close();
  });

  it('doesn’t prevent the start if it can’t be reached, or the primary can’t', async () => {
    const nobody = new URL(standby(2).url);
    nobody.port = '1';
    const server = await start([nobody.href, postgres.primary.url]);
    const learner = await signIn(server);
    await learner.call(videos.listVideos);
    // Longer than the first checks.
    await sleep(600);
    expect(usable(server)).toEqual([false, false]);
  });
});
