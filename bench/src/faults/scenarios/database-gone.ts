import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sayback/contract';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import { inSeconds, timed } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { type ProxiedDatabase, startProxiedDatabase } from '../support/proxied-database.ts';
import { startArrivals } from '../support/steady-requests.ts';
import { inWords, openTally, type Tally } from '../support/tally.ts';
import { acknowledgedByKind, checkAll, startTraffic } from '../support/traffic.ts';
import { sessionNewsDelay, startTwoServers, type TwoServers } from '../support/two-servers.ts';
import { prepareWorkload, type Workload } from '../support/workload.ts';

const GONE_MS = 30_000;
/** Longer than a request in flight may take to finish. */
const NOTICED_MS = 6000;
const BACK_AIM_MS = 5000;
const ARRIVALS = 10;
const ANSWER_AIM_MS = 15_000;

type Way = {
  name: string;
  go: (database: ProxiedDatabase) => Promise<void>;
  come: (database: ProxiedDatabase) => Promise<void>;
};

const WAYS: Way[] = [
  { name: 'stopped', go: (database) => database.stop(), come: (database) => database.start() },
  { name: 'frozen', go: (database) => database.freeze(true), come: (database) => database.freeze(false) },
];

type Parts = { database: ProxiedDatabase; pair: TwoServers; scene: Workload; tally: Tally; faults: string[] };

/** Waits until none of the servers says that it is ready; how many milliseconds that takes. */
async function untilNoneReady({ servers }: TwoServers, limitMs: number): Promise<number | null> {
  const begin = performance.now();
  while (performance.now() - begin < limitMs) {
    const readiness = await Promise.all(servers.map((server) => server.readiness()));
    if (readiness.every((status) => status !== 200)) return performance.now() - begin;
    await sleep(100);
  }
  return null;
}

async function loseDatabase({ name, go, come }: Way, parts: Parts): Promise<Row[]> {
  const { database, pair, scene, tally, faults } = parts;
  const traffic = startTraffic(scene.writers);
  await sleep(2000);
  tally.take();
  const begin = performance.now();
  await go(database);
  const arrivals = startArrivals(ARRIVALS, () => scene.admin(videos.listVideos));
  const noticed = await untilNoneReady(pair, GONE_MS - NOTICED_MS);
  await sleep(NOTICED_MS);
  const atFirst = tally.take();
  await sleep(Math.max(0, GONE_MS - (performance.now() - begin)));
  arrivals.stop();
  const gone = tally.take();

  const { took: databaseBack } = await timed(() => come(database));
  const { took: back } = await timed(async () => {
    await Promise.all(pair.servers.map((server) => server.untilReady()));
    await traffic.nextAcknowledged();
  });
  const news = await sessionNewsDelay(pair.urls, ADMIN);
  await traffic.stop();
  const lost = await checkAll(scene.writers, true);
  faults.push(...lost.map((what) => `${name}: lost ${what}`));
  if (news === null) faults.push(`${name}: news did not travel between the servers afterwards`);
  if (pair.ends().length > 0) faults.push(`${name}: servers ended (${pair.ends().join(', ')})`);
  const { slowest, improper } = tally.take();
  const isOnly503 = gone.counts.every(([what]) => what === '503');
  return [
    info(`${name}: not ready any more after`, noticed === null ? 'never' : inSeconds(noticed)),
    info(`${name}: at first`, inWords(atFirst.counts)),
    { what: `${name}: later`, measured: inWords(gone.counts), aim: '503 alone', met: isOnly503 },
    info(
      `${name}: failures that are not as they should be`,
      inWords([...atFirst.improper, ...gone.improper, ...improper]),
    ),
    atMost(
      `${name}: the slowest answer`,
      Math.max(atFirst.slowest, gone.slowest, slowest),
      ANSWER_AIM_MS,
      inSeconds,
    ),
    info(`${name}: the database itself took`, inSeconds(databaseBack)),
    atMost(`${name}: ready and written again after that`, back, BACK_AIM_MS, inSeconds),
    info(`${name}: news between the servers afterwards in`, news === null ? 'never' : inSeconds(news)),
    {
      what: `${name}: acknowledged and lost`,
      measured: String(lost.length),
      aim: '0',
      met: lost.length === 0,
    },
  ];
}

/** Takes the database away from two servers for half a minute, by stopping and by freezing it. */
export async function runDatabaseGone({ rounds = 1, say }: RunOptions): Promise<Report> {
  const database = await startProxiedDatabase();
  const pair = await startTwoServers(database);
  const tally = openTally();
  const faults: string[] = [];
  try {
    const scene = await prepareWorkload({ urls: pair.urls, tally });
    const parts = { database, pair, scene, tally, faults };
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of WAYS) {
        say(`round ${round} of ${rounds}: the database is ${way.name}`);
        rows.push(...(await loseDatabase(way, parts)));
      }
    }
    return {
      rows: [...rows, info('acknowledged writes', inWords(acknowledgedByKind(scene.writers)))],
      notes: [
        `Two servers share the database; it is gone for ${GONE_MS / 1000} s while people write, and ${ARRIVALS} requests a second arrive for the list of videos. ‘Later’ begins ${NOTICED_MS / 1000} s after none was ready.`,
      ],
      failures: faults,
    };
  } catch (error) {
    say(`the servers said last:\n${pair.said()}`);
    throw error;
  } finally {
    await pair.stop();
    await database.end();
  }
}
