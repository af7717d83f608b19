import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sayback/contract';
import { type Random, randomFrom } from '../engine/fuzz/mutate.ts';
import { inMegabytes, inSeconds } from '../figures.ts';
import { atMost, type Report, type Row, told } from '../report.ts';
import { residentBytes } from '../upload/process-memory.ts';
import { startArrivals } from './arrivals.ts';
import type { RunOptions } from './fault.ts';
import { type KeptServer, keepServer } from './kept-server.ts';
import { type OwnDatabase, startOwnDatabase } from './own-database.ts';
import { type Scene, setScene } from './scene.ts';
import { inWords, openTally, type Tally } from './tally.ts';
import { acknowledgedByKind, checkAll, startTraffic } from './traffic.ts';
import { startTranslation } from './translation.ts';

const SLOW_MS = 20_000;
const ARRIVALS = 50;
const ANSWER_AIM_MS = 15_000;
const BACK_AIM_MS = 5000;
const LEAST_DELAY_MS = 200;
const MOST_DELAY_MS = 2000;

type Parts = {
  database: OwnDatabase;
  server: KeptServer;
  scene: Scene;
  tally: Tally;
  faults: string[];
  random: Random;
};
type Way = { name: string; set: (parts: Parts, isOn: boolean) => void };

const WAYS: Way[] = [
  {
    name: 'late',
    set: ({ database: { proxy }, random }, isOn) => {
      const late = () => LEAST_DELAY_MS + random(MOST_DELAY_MS - LEAST_DELAY_MS);
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
    told(`${name}: answers meanwhile`, inWords(during.counts)),
    told(`${name}: failures that are not as they should be`, inWords([...during.improper, ...end.improper])),
    atMost(`${name}: the slowest answer`, Math.max(during.slowest, end.slowest), ANSWER_AIM_MS, inSeconds),
    told(`${name}: waiting for an answer at once, at most`, `${most}; ${unsent} more were not sent`),
    told(`${name}: memory of the server before and after`, `${inMegabytes(before)}, ${inMegabytes(after)}`),
    atMost(`${name}: ready and written again after`, back, BACK_AIM_MS, inSeconds),
    {
      what: `${name}: acknowledged and lost`,
      measured: String(lost.length),
      aim: '0',
      met: lost.length === 0,
    },
  ];
}

/** Lets the database's answers come late, and then not at all, while requests keep arriving. */
export async function runSlowDatabase({ rounds = 1, seed, say }: RunOptions): Promise<Report> {
  const database = await startOwnDatabase();
  const translation = await startTranslation();
  const settings = {
    ...database.settings,
    ...translation.settings,
    DATA_DIR: path.join(database.folder, 'one'),
  };
  const server = await keepServer({ settings });
  const tally = openTally();
  const faults: string[] = [];
  try {
    await server.untilReady();
    const scene = await setScene({ urls: [server.url], tally });
    const parts = { database, server, scene, tally, faults, random: randomFrom(seed) };
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of WAYS) {
        say(`round ${round} of ${rounds}: the database is ${way.name}`);
        rows.push(...(await slowDown(way, parts)));
      }
    }
    return {
      rows: [...rows, told('acknowledged writes', inWords(acknowledgedByKind(scene.writers)))],
      notes: [
        `Each piece of data between server and database is ${LEAST_DELAY_MS} to ${MOST_DELAY_MS} ms late, and then none arrives, for ${SLOW_MS / 1000} s each. ` +
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
