import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sayback/contract';
import { ensureProgram } from '../../../apps/server/src/testing/processes/ensure-program.ts';
import {
  type Cluster,
  hasClusterPrograms,
  type Node,
  startCluster,
} from '../../../deploy/cluster/rehearse.ts';
import { type Random, randomFrom } from '../../../packages/subtitles/src/testing/random.ts';
import { createCaller } from '../faults/support/api-call.ts';
import { openCrowd, openSessions } from '../faults/support/lasting-sessions.ts';
import { mountSmallDisks, type SmallDisks } from '../faults/support/small-disks.ts';
import { startArrivals } from '../faults/support/steady-requests.ts';
import { countByName, formatCounts, openTally, type Tally } from '../faults/support/tally.ts';
import { openProxy, type TcpProxy } from '../faults/support/tcp-proxy.ts';
import { checkAll, countAcknowledged, startTraffic } from '../faults/support/traffic.ts';
import { startTwoServers, type TwoServers } from '../faults/support/two-servers.ts';
import { prepareWorkload, type Workload } from '../faults/support/workload.ts';
import { BENCH_SECRET } from '../library/access-token.ts';
import { inSeconds, median } from '../metrics.ts';
import { readReplicaShare } from '../replicas/measure-replicas.ts';
import { atMost, expectNone, info, type Report, type Row } from '../report.ts';
import { NODE_FAULTS } from './node-faults.ts';
import { createPositionPairs } from './position-pairs.ts';

const ROUNDS = 20;
/** Larger than `wal_keep_size`, with space for the data. */
const DISK_MIB = 2048;
/** Below the 50 sessions that an account can have. */
const CROWD = 40;
const ARRIVALS = 30;
const OUTAGE_TARGET_MS = 20_000;
/** Longer than Patroni needs to detect a failure and to switch over. A node whose disk is full may stay the primary. */
const SWITCH_MS = 30_000;
const DEFAULT_MS = 2000;
const PACKAGES = 'etcd-server haproxy patroni postgresql-15';

type Round = { name: string; outage: number; switched: boolean };
type Parts = {
  cluster: Cluster;
  toEtcd: Map<string, TcpProxy>;
  disks: SmallDisks | null;
  scene: Workload;
  sessions: Awaited<ReturnType<typeof openSessions>>;
  say: (line: string) => void;
  failures: string[];
};

const names = ['one', 'two', 'three'];

async function findPrimary({ nodes }: Cluster): Promise<Node | undefined> {
  const roles = await Promise.all(nodes.map((node) => node.role()));
  return nodes[roles.indexOf('primary')];
}

/** Measures the longest time without an acknowledged write, in milliseconds, until `stop`. */
function watchOutage(traffic: ReturnType<typeof startTraffic>) {
  let [last, longest, isOver] = [performance.now(), 0, false];
  const watching = (async () => {
    while (!isOver) {
      await traffic.nextAcknowledged().catch(() => undefined);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}

async function breakPrimary(name: string, parts: Parts): Promise<Round> {
  const { cluster, toEtcd, disks, scene, sessions, failures } = parts;
  const traffic = startTraffic([...scene.writers, ...scene.readers]);
  await sleep(DEFAULT_MS);
  const node = await findPrimary(cluster);
  const proxy = node && toEtcd.get(node.name);
  if (!node || !proxy) throw new Error('no node is the primary');
  const stopWatching = watchOutage(traffic);
  const repair = await NODE_FAULTS[name]?.({ node, toEtcd: proxy, disks });
  const until = Date.now() + SWITCH_MS;
  let switched = false;
  while (!switched && Date.now() < until) {
    await sleep(200);
    const now = await findPrimary(cluster);
    switched = now !== undefined && now !== node;
  }
  if (!switched) await repair?.();
  await traffic.nextAcknowledged().catch((error: Error) => failures.push(`${name}: ${error.message}`));
  await sleep(DEFAULT_MS);
  if (switched) await repair?.();
  await cluster.waitUntilComplete();
  const outage = await stopWatching();
  await traffic.stop();
  const wrong = [...(await checkAll(scene.writers, true)), ...(await sessions.check())];
  failures.push(...wrong.map((label) => `${name}: lost ${label}`));
  return { name, outage, switched };
}

/** Draws the faults of all rounds. Draws every kind before repeating one. */
function drawFaults(random: Random, rounds: number, hasDisks: boolean): string[] {
  const kinds = Object.keys(NODE_FAULTS).filter((name) => hasDisks || name !== 'disk full');
  const drawn: string[] = [];
  let left: string[] = [];
  while (drawn.length < rounds) {
    if (left.length === 0) left = [...kinds];
    drawn.push(...left.splice(random(left.length), 1));
  }
  return drawn;
}

function buildRows(rounds: readonly Round[], pair: TwoServers, lost: number, tally: Tally): Row[] {
  const switched = rounds.filter((round) => round.switched).length;
  const { requests, counts, improper, slowest } = tally.take();
  const unanswered = counts
    .filter(([label]) => !/^\d{3}$/.test(label))
    .reduce((sum, [, many]) => sum + many, 0);
  return [
    info('fault of the primary', countByName(rounds.map(({ name }) => name))),
    info('another node became the primary', `${switched} of ${rounds.length}`),
    ...[...new Set(rounds.map(({ name }) => name))].map((name) => {
      const these = rounds.filter((round) => round.name === name).map(({ outage }) => outage);
      return info(
        `${name}: longest time without an acknowledged write, median and maximum`,
        `${inSeconds(median(these))}, ${inSeconds(Math.max(...these))}`,
      );
    }),
    atMost(
      'longest time without an acknowledged write',
      Math.max(...rounds.map(({ outage }) => outage)),
      OUTAGE_TARGET_MS,
      inSeconds,
    ),
    expectNone('acknowledged but lost writes, stale reads, and ended sessions', lost),
    info('requests', `${requests} (${formatCounts(counts)})`),
    expectNone('requests without a response', unanswered),
    expectNone('requests of unknown sessions', counts.find(([label]) => label === '401')?.[1] ?? 0),
    expectNone(
      'unexpected failures',
      improper.reduce((sum, [, many]) => sum + many, 0),
    ),
    info('slowest response', inSeconds(slowest)),
    info('servers that exited unexpectedly', countByName(pair.ends())),
  ];
}

/** Breaks the primary of a real Patroni cluster under traffic, `rounds` times, with faults drawn by the seed. */
export async function measureCluster({
  rounds = ROUNDS,
  seed,
}: {
  rounds: number | undefined;
  seed: number;
}): Promise<Report> {
  if (!hasClusterPrograms()) await ensureProgram('/usr/bin/patroni', PACKAGES);
  if (!hasClusterPrograms())
    return { rows: [info('cluster', `left out: needs ${PACKAGES}, as root on Debian`)], notes: [] };
  const say = (line: string) => console.log(line);
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-cluster-bench-'));
  const disks = await mountSmallDisks(Object.fromEntries(names.map((name) => [name, DISK_MIB])));
  // PostgreSQL runs as another user, who needs access.
  for (const name of disks ? names : []) {
    await chmod(path.dirname(disks?.folderOf(name) ?? ''), 0o755);
    await chmod(disks?.reach(name) ?? '', 0o777);
  }
  const toEtcd = new Map<string, TcpProxy>();
  const cluster = await startCluster({
    getEtcdPort: async (name, port) => {
      const proxy = await openProxy(port);
      toEtcd.set(name, proxy);
      return proxy.port;
    },
    locate: (name) => disks && { prefix: disks.prefix, dataDir: path.join(disks.folderOf(name), 'data') },
  });
  const pair = await startTwoServers({
    folder,
    settings: {
      DATABASE_URL: cluster.url,
      DATABASE_REPLICA_URL: cluster.replicaUrls,
      SECRET_KEY: BENCH_SECRET,
      MEDIA_DIR: path.join(folder, 'media'),
    },
  });
  const tally = openTally();
  const failures: string[] = [];
  try {
    const site = { urls: pair.urls, tally };
    const scene = await prepareWorkload(site);
    scene.writers.push(await createPositionPairs(site));
    // A separate tally, since the ended session should get a 401.
    const sessions = await openSessions({ ...site, tally: openTally() });
    const renewed = await openCrowd(site, CROWD);
    let tokens = await renewed();
    const random = randomFrom(seed);
    const arrivals = startArrivals(ARRIVALS, () =>
      createCaller(site, () => tokens[random(tokens.length)] ?? null)(videos.listVideos),
    );
    tally.take();
    const results: Round[] = [];
    for (const name of drawFaults(randomFrom(seed), rounds, disks !== null)) {
      const result = await breakPrimary(name, { cluster, toEtcd, disks, scene, sessions, say, failures });
      results.push(result);
      tokens = await renewed();
      say(
        `round ${results.length} of ${rounds}: ${name}; ${inSeconds(result.outage)} without a write; ${result.switched ? 'another node took over' : 'the node stayed the primary'}`,
      );
    }
    arrivals.stop();
    return {
      rows: [
        ...buildRows(results, pair, failures.length, tally),
        info('acknowledged writes', formatCounts(countAcknowledged(scene.writers))),
        info(
          'reads by replicas, of each server',
          (await Promise.all(pair.servers.map(readReplicaShare))).join(', '),
        ),
      ],
      notes: [
        `Seed ${seed}. Three nodes of Patroni with PostgreSQL 15 and synchronous replication, one etcd and HAProxy, as in deploy/cluster, on one machine; two servers, which read from the standbys; people who write, jobs, and ${ARRIVALS} requests a second of ${CROWD} sessions.`,
      ],
      failures,
    };
  } catch (error) {
    say(`the servers’ last output:\n${pair.readOutput()}`);
    throw error;
  } finally {
    await pair.stop();
    await cluster.stop();
    for (const proxy of toEtcd.values()) await proxy.close();
    await disks?.close();
    await rm(folder, { recursive: true, force: true });
  }
}
