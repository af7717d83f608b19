import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inSeconds, median } from '../../metrics.ts';
import { info, none, type Report, type Row } from '../../report.ts';
import { endOrphan } from '../attacks/attacked-server.ts';
import type { RunOptions } from '../fault-run.ts';
import { checkAsBefore, type Footprint, restingFootprint } from '../support/compare-resources.ts';
import { findPostmaster, freezePostgres } from '../support/postgres-processes.ts';
import { startProxiedDatabase } from '../support/proxied-database.ts';
import { type SupervisedServer, superviseServer } from '../support/supervised-server.ts';
import { inWords, openTally } from '../support/tally.ts';
import { acknowledgedByKind, startTraffic, timeUntilBack, tryCheckAll } from '../support/traffic.ts';
import { startTranslation } from '../support/translation-service.ts';
import { prepareWorkload, type Workload } from '../support/workload.ts';

const ROUNDS = 20;
const FROZEN_MS = 7000;
const DOWN_MS = 500;
const BACK_AIM_MS = 5000;
/** Timeout: a slower recovery isn't one. */
const GIVE_UP_MS = 30_000;
/** Duration of traffic before and after the database is gone. */
const USUAL_MS = 1000;

type Interruption = { name: string; interrupt: () => Promise<void> };
type Parts = {
  server: SupervisedServer;
  scene: Workload;
  before: Footprint;
  rounds: number;
  faults: string[];
} & Pick<RunOptions, 'say'>;

/** The same interruption again and again; ends early where the server doesn't come back. */
async function repeat({ name, interrupt }: Interruption, parts: Parts): Promise<Row[]> {
  const { server, scene, before, rounds, faults, say } = parts;
  const backs: number[] = [];
  let late = 0;
  let differing = 0;
  let lasting: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const traffic = startTraffic([...scene.writers, ...scene.readers]);
    await sleep(USUAL_MS);
    await interrupt();
    const back = await timeUntilBack(server, traffic, GIVE_UP_MS);
    await sleep(USUAL_MS);
    await traffic.stop();
    lasting = await checkAsBefore(before, server);
    if (lasting.length > 0) {
      differing += 1;
      faults.push(`${name} ${round}: ${lasting.join('; ')}`);
    }
    if (back === null || back > BACK_AIM_MS) late += 1;
    say(
      `${name} ${round} of ${rounds}: back in ${back === null ? 'never' : inSeconds(back)}; ${lasting.join('; ') || 'as before'}`,
    );
    if (back === null) {
      faults.push(`${name} ${round}: not back within ${inSeconds(GIVE_UP_MS)}`);
      break;
    }
    backs.push(back);
  }
  const isDead = backs.length < rounds;
  const lost = isDead ? null : await tryCheckAll(scene.writers, true);
  if (lost === null) faults.push(`${name}: what was acknowledged cannot be compared`);
  for (const what of lost ?? []) faults.push(`${name}: lost ${what}`);
  return [
    {
      what: `${name}: came back`,
      measured: `${backs.length} of ${rounds}${isDead ? ', then never' : ''}`,
      aim: `${rounds} of ${rounds}`,
      met: !isDead,
    },
    info(
      `${name}: first good answer after, median and at most`,
      backs.length === 0 ? 'never' : `${inSeconds(median(backs))}, ${inSeconds(Math.max(...backs))}`,
    ),
    none(`${name}: not within ${inSeconds(BACK_AIM_MS)}`, late),
    none(`${name}: times that the server was not as before`, differing),
    info(`${name}: at the end`, lasting.join('; ') || 'as before'),
    {
      what: `${name}: acknowledged and lost`,
      measured: lost === null ? 'cannot be asked' : String(lost.length),
      aim: '0',
      met: lost?.length === 0,
    },
  ];
}

type Place = {
  settings: Record<string, string>;
  interruptions: Interruption[];
  /** Number of the server's PostgreSQL processes left after it stopped. */
  leftRunning: () => Promise<number>;
};

async function runAt(place: Place, { rounds = ROUNDS, say }: RunOptions): Promise<Report> {
  const translation = await startTranslation();
  const server = await superviseServer({ settings: { ...place.settings, ...translation.settings } });
  const tally = openTally();
  const faults: string[] = [];
  let stopped = false;
  try {
    await server.untilReady();
    const scene = await prepareWorkload({ urls: [server.url], tally });
    const warmUp = startTraffic([...scene.writers, ...scene.readers]);
    await sleep(3 * USUAL_MS);
    await warmUp.stop();
    const before = await restingFootprint(server);
    const rows: Row[] = [];
    for (const interruption of place.interruptions) {
      rows.push(...(await repeat(interruption, { server, scene, before, rounds, faults, say })));
    }
    const ends = [...server.ends];
    const status = await server.stop();
    stopped = true;
    const left = await place.leftRunning();
    faults.push(...ends.map((end) => `the server ended: ${end}`));
    if (status !== 'status 0' || left > 0) faults.push(`stopped with ${status}, ${left} PostgreSQL left`);
    return {
      rows: [
        ...rows,
        none('times that the server ended', ends.length),
        { what: 'stopped in the end with', measured: status, aim: 'status 0', met: status === 'status 0' },
        none('PostgreSQLs that it left running', left),
        info('answers', inWords(tally.take().counts)),
        info('acknowledged writes', inWords(acknowledgedByKind(scene.writers))),
      ],
      notes: [],
      failures: faults,
    };
  } catch (error) {
    say(`the server said last:\n${server.said()}`);
    throw error;
  } finally {
    if (!stopped) await server.stop();
    translation.close();
  }
}

async function runOutside(options: RunOptions): Promise<Report> {
  const database = await startProxiedDatabase();
  try {
    const interruptions = [
      {
        name: 'frozen',
        interrupt: async () => {
          await database.freeze(true);
          await sleep(FROZEN_MS);
          await database.freeze(false);
        },
      },
      {
        name: 'restarted',
        interrupt: async () => {
          await database.stop();
          await sleep(DOWN_MS);
          await database.start();
        },
      },
    ];
    const settings = { ...database.settings, DATA_DIR: path.join(database.folder, 'one') };
    return await runAt({ settings, interruptions, leftRunning: async () => 0 }, options);
  } finally {
    await database.end();
  }
}

async function runEmbedded(options: RunOptions): Promise<Report> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const freeze = {
    name: 'frozen',
    interrupt: async () => {
      await freezePostgres(dataDir, true);
      await sleep(FROZEN_MS);
      await freezePostgres(dataDir, false);
    },
  };
  const leftRunning = async () => Number((await findPostmaster(dataDir)) !== null);
  try {
    return await runAt({ settings: { DATA_DIR: dataDir }, interruptions: [freeze], leftRunning }, options);
  } finally {
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Freezes PostgreSQL again and again, and restarts it: the server comes back each time with every connection. */
export async function runRepeatedFreeze(options: RunOptions): Promise<Report> {
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const [name, run] of Object.entries({ external: runOutside, embedded: runEmbedded })) {
    const report = await run(options);
    rows.push(...report.rows.map((row) => ({ ...row, what: `${name}: ${row.what}` })));
    failures.push(...(report.failures ?? []).map((failure) => `${name}: ${failure}`));
  }
  return {
    rows,
    notes: [
      `Twelve callers write and twelve open a film’s segments; PostgreSQL is frozen for ${FROZEN_MS / 1000} s each time, or stopped and started again. As before: no more connections busy than when the server last had nothing to do, nothing in flight, descriptors, memory, ready. A server that is not back in ${GIVE_UP_MS / 1000} s is given up.`,
    ],
    failures,
  };
}
