import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomFrom } from '../../../packages/subtitles/src/testing/random.ts';
import { inSeconds, median, quantile } from '../metrics.ts';
import { info, none, type Report, type Row } from '../report.ts';
import { FAULTS, type FaultParts } from './faults.ts';
import { checkAsBefore, type Footprint, restingFootprint } from './support/compare-resources.ts';
import { openCrowd, openSessions } from './support/lasting-sessions.ts';
import { endOrphan, findPostmaster } from './support/postgres-processes.ts';
import { mountSmallDisks } from './support/small-disks.ts';
import { superviseServer } from './support/supervised-server.ts';
import { countByName, inWords, openTally } from './support/tally.ts';
import { acknowledgedByKind, startTraffic, timeUntilRecovery, tryCheckAll } from './support/traffic.ts';
import { startTranslation } from './support/translation-service.ts';
import { prepareWorkload, type Workload } from './support/workload.ts';

const ROUNDS = 30;
const MAX_AT_ONCE = 3;
const LATEST_START_MS = 3000;
const MIN_MS = 3000;
const MAX_MS = 9000;
const DEFAULT_MS = 1500;
/** Timeout: a slower recovery would need a person. */
const RECOVERY_MS = 90_000;
const DATABASE_MIB = 400;
const MEDIA_MIB = 32;
const CROWD = 30;

type FaultRun = { rounds: number | undefined; seed: number };
type Planned = { name: string; startMs: number; lastsMs: number };

/** One to three kinds of fault, each with its start and duration. */
function planRound(random: Random): Planned[] {
  const names = Object.keys(FAULTS);
  const count = 1 + random(MAX_AT_ONCE);
  return Array.from({ length: count }, () => ({
    name: names.splice(random(names.length), 1)[0] ?? '',
    startMs: random(LATEST_START_MS),
    lastsMs: MIN_MS + random(MAX_MS - MIN_MS),
  }));
}

async function inflict({ name, startMs, lastsMs }: Planned, parts: FaultParts): Promise<void> {
  await sleep(startMs);
  const end = await FAULTS[name]?.(parts);
  await sleep(lastsMs);
  await end?.();
}

type Course = {
  rounds: number;
  backs: number[];
  inflicted: string[];
  lost: number;
  wrongSessions: number;
  differing: number;
  failures: string[];
};
type Mixing = FaultParts & {
  scene: Workload;
  sessions: Awaited<ReturnType<typeof openSessions>>;
  before: Footprint;
};

/** Runs one round; returns false if the server didn't recover, or only for a moment. */
async function mix(plan: readonly Planned[], mixing: Mixing, course: Course): Promise<boolean> {
  const { server, scene, sessions, before } = mixing;
  const round = course.inflicted.length + 1;
  const names = plan.map(({ name }) => name).join(' × ');
  course.inflicted.push(names);
  const fail = (what: string) => course.failures.push(`round ${round} (${names}): ${what}`);
  const traffic = startTraffic([...scene.writers, ...scene.readers]);
  await sleep(DEFAULT_MS);
  await Promise.all(plan.map((planned) => inflict(planned, mixing)));
  const back = await timeUntilRecovery(server, traffic, RECOVERY_MS);
  await sleep(DEFAULT_MS);
  await traffic.stop();
  if (back === null) {
    fail(`not back in ${inSeconds(RECOVERY_MS)}`);
    console.log(`round ${round} of ${course.rounds}: ${names}; not back`);
    return false;
  }
  const lost = await tryCheckAll(scene.writers, round === course.rounds);
  const wrong = await sessions
    .check()
    .catch((error: Error) => [`sessions cannot be listed: ${error.message}`]);
  const differences = await checkAsBefore(before, server);
  course.backs.push(back);
  course.lost += lost?.length ?? 0;
  course.wrongSessions += wrong.length;
  course.differing += Number(differences.length > 0);
  for (const what of [
    ...(lost?.map((id) => `lost ${id}`) ?? ['rows cannot be read']),
    ...wrong,
    ...differences,
  ])
    fail(what);
  const outcome = [...wrong, ...differences].join('; ') || 'as before';
  console.log(
    `round ${round} of ${course.rounds}: ${names}; back in ${inSeconds(back)}, ${lost?.length ?? 'unknown'} lost; ${outcome}`,
  );
  return lost !== null;
}

const rowsOfCourse = ({ rounds, backs, inflicted, lost, wrongSessions, differing }: Course): Row[] => [
  {
    what: 'rounds after which the server came back',
    measured: `${backs.length} of ${rounds}${backs.length < inflicted.length ? ', then never' : ''}`,
    aim: `${rounds} of ${rounds}`,
    met: backs.length === rounds,
  },
  info('what was done', countByName(inflicted.flatMap((names) => names.split(' × ')))),
  none('acknowledged but lost', lost),
  none('sessions that changed', wrongSessions),
  none('rounds after which the server had changed', differing),
  info(
    'time until ready and writing again: median, 95th percentile, maximum',
    [median(backs), quantile(backs, 0.95), Math.max(...backs)].map(inSeconds).join(', '),
  ),
];

async function runCourse(mixing: Mixing, course: Course, random: Random): Promise<Row[]> {
  while (course.inflicted.length < course.rounds && (await mix(planRound(random), mixing, course)));
  const ends = [...mixing.server.ends];
  const status = await mixing.server.stop();
  const isLeft = (await findPostmaster(mixing.dataDir)) !== null;
  if (status !== 'status 0' || isLeft)
    course.failures.push(`stopped with ${status}${isLeft ? ', PostgreSQL left' : ''}`);
  return [
    ...rowsOfCourse(course),
    info('restarts after the server exited', countByName(ends)),
    { what: 'exit code when stopped', measured: status, aim: 'status 0', met: status === 'status 0' },
    none('leftover PostgreSQL processes', Number(isLeft)),
  ];
}

/**
 * Faults of several kinds at a time, drawn by the seed; after each round the server must be as it was before. Needs root, for
 * mounting disks.
 */
export async function measureFaults({ rounds = ROUNDS, seed }: FaultRun): Promise<Report> {
  const disks = await mountSmallDisks({ database: DATABASE_MIB, media: MEDIA_MIB });
  if (!disks) return { rows: [info('faults', 'skipped: mounting requires root')], notes: [] };
  const translation = await startTranslation();
  const server = await superviseServer({
    settings: {
      ...translation.settings,
      DATA_DIR: disks.folderOf('database'),
      MEDIA_DIR: disks.folderOf('media'),
      TRUST_PROXY: 'loopback',
    },
    prefix: disks.prefix,
  });
  const dataDir = disks.reach('database');
  try {
    await server.waitUntilReady();
    const tally = openTally();
    const site = { urls: [server.url], tally };
    const scene = await prepareWorkload(site);
    const sessions = await openSessions(site);
    const tokens = await openCrowd(site, CROWD);
    const warmUp = startTraffic([...scene.writers, ...scene.readers]);
    await sleep(2 * DEFAULT_MS);
    await warmUp.stop();
    const before = await restingFootprint(server);
    tally.take();
    const mixing = { server, disks, dataDir, tokens, scene, sessions, before };
    const course: Course = {
      rounds,
      backs: [],
      inflicted: [],
      lost: 0,
      wrongSessions: 0,
      differing: 0,
      failures: [],
    };
    const rows = await runCourse(mixing, course, randomFrom(seed));
    const { requests, counts, improper } = tally.take();
    return {
      rows: [
        ...rows,
        info('requests', `${requests} (${inWords(counts)})`),
        info('acknowledged writes', inWords(acknowledgedByKind(scene.writers))),
        info('unexpected failures', inWords(improper)),
      ],
      notes: [
        `Seed ${seed}. Each round draws one to ${MAX_AT_ONCE} kinds, begun within ${LATEST_START_MS / 1000} s, for ${MIN_MS / 1000} to ${MAX_MS / 1000} s, while twelve people write and twelve open a film’s segments. Then: connections, requests in flight, descriptors, memory, readiness, sessions and acknowledged rows.`,
      ],
      failures: course.failures,
    };
  } catch (error) {
    console.log(
      `seed ${seed}; the server exited ${server.ends.length} times; its last output:\n${server.said()}`,
    );
    throw error;
  } finally {
    await server.stop();
    await endOrphan(dataDir);
    translation.close();
    await disks.close();
  }
}
