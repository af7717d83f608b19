import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomFrom } from '../../../packages/subtitles/src/testing/random.ts';
import { inSeconds, median, quantile } from '../metrics.ts';
import { expectNone, info, type Report, type Row } from '../report.ts';
import { FAULTS, type FaultParts } from './faults.ts';
import { compareWithBefore, type Footprint, measureIdleFootprint } from './support/compare-resources.ts';
import { openCrowd, openSessions } from './support/lasting-sessions.ts';
import { endOrphan, findPostmaster } from './support/postgres-processes.ts';
import { mountSmallDisks } from './support/small-disks.ts';
import { superviseServer } from './support/supervised-server.ts';
import { countByName, formatCounts, openTally } from './support/tally.ts';
import { countAcknowledged, measureRecovery, startTraffic, tryCheckAll } from './support/traffic.ts';
import { startTranslation } from './support/translation-service.ts';
import { prepareWorkload, type Workload } from './support/workload.ts';

const ROUNDS = 30;
const MAX_AT_ONCE = 3;
const LATEST_START_MS = 3000;
const MIN_MS = 3000;
const MAX_MS = 9000;
const DEFAULT_MS = 1500;
/** Timeout of a recovery. If it takes longer, the server counts as not recovering by itself. */
const RECOVERY_MS = 90_000;
const DATABASE_MIB = 400;
const MEDIA_MIB = 32;
const CROWD = 30;

type FaultRun = { rounds: number | undefined; seed: number };
type PlannedFault = { name: string; startMs: number; lastsMs: number };

/** Plans one to three kinds of fault, each with its start and duration. */
function planRound(random: Random): PlannedFault[] {
  const names = Object.keys(FAULTS);
  const count = 1 + random(MAX_AT_ONCE);
  return Array.from({ length: count }, () => ({
    name: names.splice(random(names.length), 1)[0] ?? '',
    startMs: random(LATEST_START_MS),
    lastsMs: MIN_MS + random(MAX_MS - MIN_MS),
  }));
}

async function inflict({ name, startMs, lastsMs }: PlannedFault, parts: FaultParts): Promise<void> {
  await sleep(startMs);
  const end = await FAULTS[name]?.(parts);
  await sleep(lastsMs);
  await end?.();
}

type Totals = {
  rounds: number;
  recoveries: number[];
  inflicted: string[];
  lost: number;
  wrongSessions: number;
  differing: number;
  failures: string[];
};
type Context = FaultParts & {
  scene: Workload;
  sessions: Awaited<ReturnType<typeof openSessions>>;
  before: Footprint;
};

/** Runs one round. Returns false if the server didn't recover, or didn't stay up. */
async function runRound(plan: readonly PlannedFault[], context: Context, totals: Totals): Promise<boolean> {
  const { server, scene, sessions, before } = context;
  const round = totals.inflicted.length + 1;
  const names = plan.map(({ name }) => name).join(' × ');
  totals.inflicted.push(names);
  const fail = (what: string) => totals.failures.push(`round ${round} (${names}): ${what}`);
  const traffic = startTraffic([...scene.writers, ...scene.readers]);
  await sleep(DEFAULT_MS);
  await Promise.all(plan.map((planned) => inflict(planned, context)));
  const recovery = await measureRecovery(server, traffic, RECOVERY_MS);
  await sleep(DEFAULT_MS);
  await traffic.stop();
  if (recovery === null) {
    fail(`not back in ${inSeconds(RECOVERY_MS)}`);
    console.log(`round ${round} of ${totals.rounds}: ${names}; not back`);
    return false;
  }
  const lost = await tryCheckAll(scene.writers, round === totals.rounds);
  const wrong = await sessions
    .check()
    .catch((error: Error) => [`sessions cannot be listed: ${error.message}`]);
  const differences = await compareWithBefore(before, server);
  totals.recoveries.push(recovery);
  totals.lost += lost?.length ?? 0;
  totals.wrongSessions += wrong.length;
  totals.differing += Number(differences.length > 0);
  for (const what of [
    ...(lost?.map((id) => `lost ${id}`) ?? ['rows cannot be read']),
    ...wrong,
    ...differences,
  ])
    fail(what);
  const outcome = [...wrong, ...differences].join('; ') || 'as before';
  console.log(
    `round ${round} of ${totals.rounds}: ${names}; back in ${inSeconds(recovery)}, ${lost?.length ?? 'unknown'} lost; ${outcome}`,
  );
  return lost !== null;
}

const buildTotalRows = ({ rounds, recoveries, inflicted, lost, wrongSessions, differing }: Totals): Row[] => [
  {
    what: 'rounds after which the server came back',
    measured: `${recoveries.length} of ${rounds}${recoveries.length < inflicted.length ? ', then never' : ''}`,
    aim: `${rounds} of ${rounds}`,
    met: recoveries.length === rounds,
  },
  info('what was done', countByName(inflicted.flatMap((names) => names.split(' × ')))),
  expectNone('acknowledged but lost', lost),
  expectNone('sessions that changed', wrongSessions),
  expectNone('rounds after which the server had changed', differing),
  info(
    'time until ready and writing again: median, 95th percentile, maximum',
    [median(recoveries), quantile(recoveries, 0.95), Math.max(...recoveries)].map(inSeconds).join(', '),
  ),
];

async function runRounds(context: Context, totals: Totals, random: Random): Promise<Row[]> {
  while (totals.inflicted.length < totals.rounds && (await runRound(planRound(random), context, totals)));
  const ends = [...context.server.ends];
  const status = await context.server.stop();
  const isLeft = (await findPostmaster(context.dataDir)) !== null;
  if (status !== 'status 0' || isLeft)
    totals.failures.push(`stopped with ${status}${isLeft ? ', PostgreSQL left' : ''}`);
  return [
    ...buildTotalRows(totals),
    info('restarts after the server exited', countByName(ends)),
    { what: 'exit code when stopped', measured: status, aim: 'status 0', met: status === 'status 0' },
    expectNone('leftover PostgreSQL processes', Number(isLeft)),
  ];
}

/**
 * Injects faults of several kinds at a time, drawn by the seed. After each round the server must be as it was before. Needs
 * root to mount disks.
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
    const before = await measureIdleFootprint(server);
    tally.take();
    const context = { server, disks, dataDir, tokens, scene, sessions, before };
    const totals: Totals = {
      rounds,
      recoveries: [],
      inflicted: [],
      lost: 0,
      wrongSessions: 0,
      differing: 0,
      failures: [],
    };
    const rows = await runRounds(context, totals, randomFrom(seed));
    const { requests, counts, improper } = tally.take();
    return {
      rows: [
        ...rows,
        info('requests', `${requests} (${formatCounts(counts)})`),
        info('acknowledged writes', formatCounts(countAcknowledged(scene.writers))),
        info('unexpected failures', formatCounts(improper)),
      ],
      notes: [
        `Seed ${seed}. Each round draws one to ${MAX_AT_ONCE} kinds, begun within ${LATEST_START_MS / 1000} s, for ${MIN_MS / 1000} to ${MAX_MS / 1000} s, while twelve people write and twelve open a film’s segments. Then: connections, requests in flight, descriptors, memory, readiness, sessions and acknowledged rows.`,
      ],
      failures: totals.failures,
    };
  } catch (error) {
    console.log(
      `seed ${seed}; the server exited ${server.ends.length} times; its last output:\n${server.readOutput()}`,
    );
    throw error;
  } finally {
    await server.stop();
    await endOrphan(dataDir);
    translation.close();
    await disks.close();
  }
}
