import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sayback/contract';
import { type Random, randomFrom } from '../../../../packages/subtitles/src/testing/random.ts';
import { inMegabytes, inSeconds } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import { residentBytes } from '../../upload/process-memory.ts';
import type { RunOptions } from '../fault-run.ts';
import { type ProxiedDatabase, startProxiedDatabase } from '../support/proxied-database.ts';
import { startArrivals } from '../support/steady-requests.ts';
import { type SupervisedServer, superviseServer } from '../support/supervised-server.ts';
import { inWords, openTally, type Tally } from '../support/tally.ts';
import { acknowledgedByKind, checkAll, startTraffic } from '../support/traffic.ts';
import { startTranslation } from '../support/translation-service.ts';
import { prepareWorkload, type Workload } from '../support/workload.ts';

const SLOW_MS = 20_000;
const ARRIVALS = 50;
const ANSWER_AIM_MS = 15_000;
const BACK_AIM_MS = 5000;
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 2000;

type Parts = {
  database: ProxiedDatabase;
  server: SupervisedServer;
  scene: Workload;
  tally: Tally;
  faults: string[];
  random: Random;
};
type Way = { name: string; set: (parts: Parts, isOn: boolean) => void };

const WAYS: Way[] = [
  {
    name: 'late',
    set: ({ database: { proxy }, random }, isOn) => {
      const late = () => MIN_DELAY_MS + random(MAX_DELAY_MS - MIN_DELAY_MS);
      proxy.delayMs = isOn ? late : () => 0;
    },
  },
  { name: 'stalled', set: ({ database: { proxy } }, isOn) => proxy.stall(isOn) },
];

async function slowDown({ name, set }: Way, parts: Parts): Promise<Row[]> {
  const { server, scene, tally, faults } = parts;
  const traffic = startTraffic(scene.writers);
  await sleep(2000);
  tally.take();
  const before = await residentBytes(server.pid());
  set(parts, true);
  const arrivals = startArrivals(ARRIVALS, () => scene.admin(videos.listVideos));
  await sleep(SLOW_MS);
  arrivals.stop();
  const during = tally.take();
  set(parts, false);
  const begin = performance.now();
  await server.untilReady();
  await traffic.nextAcknowledged();
  const back = performance.now() - begin;
  const after = await residentBytes(server.pid());
  await traffic.stop();
  const lost = await checkAll(scene.writers, true);
  faults.push(...lost.map((what) => `${name}: lost ${what}`));
  if (server.ends.length > 0) faults.push(`${name}: the server ended (${server.ends.join(', ')})`);
  const end = tally.take();
  const { most, unsent } = arrivals.most();
  return [
    info(`${name}: answers meanwhile`, inWords(during.counts)),
    info(`${name}: failures that are not as they should be`, inWords([...during.improper, ...end.improper])),
    atMost(`${name}: the slowest answer`, Math.max(during.slowest, end.slowest), ANSWER_AIM_MS, inSeconds),
    info(`${name}: waiting for an answer at once, at most`, `${most}; ${unsent} more were not sent`),
    info(`${name}: memory of the server before and after`, `${inMegabytes(before)}, ${inMegabytes(after)}`),
    atMost(`${name}: ready and written again after`, back, BACK_AIM_MS, inSeconds),
    {
      what: `${name}: acknowledged and lost`,
      measured: String(lost.length),
      aim: '0',
      met: lost.length === 0,
    },
  ];
}

/** Slows the database's responses down, and then stops them, while requests keep arriving. */
export async function runSlowDatabase({ rounds = 1, seed, say }: RunOptions): Promise<Report> {
  const database = await startProxiedDatabase();
  const translation = await startTranslation();
  const settings = {
    ...database.settings,
    ...translation.settings,
    DATA_DIR: path.join(database.folder, 'one'),
  };
  const server = await superviseServer({ settings });
  const tally = openTally();
  const faults: string[] = [];
  try {
    await server.untilReady();
    const scene = await prepareWorkload({ urls: [server.url], tally });
    const parts = { database, server, scene, tally, faults, random: randomFrom(seed) };
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of WAYS) {
        say(`round ${round} of ${rounds}: the database is ${way.name}`);
        rows.push(...(await slowDown(way, parts)));
      }
    }
    return {
      rows: [...rows, info('acknowledged writes', inWords(acknowledgedByKind(scene.writers)))],
      notes: [
        `Each piece of data between server and database is ${MIN_DELAY_MS} to ${MAX_DELAY_MS} ms late, and then none arrives, for ${SLOW_MS / 1000} s each. ` +
          `Beside those who write, ${ARRIVALS} requests a second arrive for the list of videos, answered or not.`,
      ],
      failures: faults,
    };
  } catch (error) {
    say(`the server said last:\n${server.said()}`);
    throw error;
  } finally {
    await server.stop();
    translation.close();
    await database.end();
  }
}
