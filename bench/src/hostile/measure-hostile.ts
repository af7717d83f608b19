import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessTokens } from '../../../apps/server/src/features/accounts/login/tokens.ts';
import { connectDatabase, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { openEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { deriveKey } from '../../../apps/server/src/secret.ts';
import {
  formatRequest,
  type HostileRequest,
} from '../../../apps/server/src/testing/hostile/hostile-request.ts';
import { randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import {
  type Exchange,
  type RunResult,
  runHostile,
} from '../../../apps/server/src/testing/hostile/run-hostile.ts';
import { openSender } from '../../../apps/server/src/testing/hostile/send-request.ts';
import { openTestUsers } from '../../../apps/server/src/testing/hostile/test-users.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { BENCH_SECRET } from '../library/access-token.ts';
import { inMilliseconds } from '../metrics.ts';
import { startOutsideServices } from '../outside-services.ts';
import { findServerProcess } from '../processes.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { eventLoopSettings, readLongestDelay } from './blocked-event-loop.ts';
import { buildHeavyRequests } from './heavy-requests.ts';

const LOOP_TARGET_MS = 50;
/** Number of the slowest requests to repeat alone, if a batch blocks the event loop too long. */
const SUSPECTS = 4;
const ATTEMPTS = 3;
const SHOWN = 20;

/** `minutes` is the time after which no batch starts, even if requests are left. */
export type HostileSettings = { requests: number; seed: number; minutes: number };

type Bench = { pid: number; port: number; folder: string; db: Database };

/**
 * Returns the time for which a single request blocks the event loop, in milliseconds: the minimum of several runs, since the
 * machine and garbage collection block it too.
 */
async function measureBlocking(
  { pid, port, folder }: Bench,
  request: HostileRequest,
  token: string,
): Promise<number> {
  const sender = openSender(port, 1);
  let min = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && min > LOOP_TARGET_MS; attempt += 1) {
    await sleep(50);
    await readLongestDelay(pid, folder);
    await sender.send(request, request.role === 'nobody' ? undefined : token).catch(() => undefined);
    min = Math.min(min, await readLongestDelay(pid, folder));
  }
  sender.close();
  return min;
}

type Blocking = { worst: number; batches: number; culprits: Map<string, number> };

/** Creates a handler that, after each batch, finds requests that block the event loop too long even when repeated alone. */
const watchBatches = (bench: Bench, blocking: Blocking, token: () => Promise<string>) =>
  async function onBatch(sent: readonly Exchange[], result: RunResult): Promise<void> {
    const max = await readLongestDelay(bench.pid, bench.folder);
    blocking.worst = Math.max(blocking.worst, max);
    if (max > LOOP_TARGET_MS) {
      blocking.batches += 1;
      const slowest = [...sent].sort((a, b) => b.response.took - a.response.took).slice(0, SUSPECTS);
      const admin = await token();
      for (const { request } of slowest) {
        const alone = await measureBlocking(bench, request, admin);
        if (alone > LOOP_TARGET_MS) blocking.culprits.set(formatRequest(request), alone);
      }
    }
    await readLongestDelay(bench.pid, bench.folder);
    if (result.requests % 2000 < sent.length) {
      process.stderr.write(`${result.requests} requests, ${result.faults.length} faults\n`);
    }
  };

async function measureHeavy(bench: Bench, token: string): Promise<Row[]> {
  const getId = async (query: string) => Number((await bench.db.execute<{ id: string }>(query)).rows[0]?.id);
  const ids = {
    video: await getId('select id from videos where youtube_id is not null order by id desc limit 1'),
    revision: await getId('select id from revisions order by id desc limit 1'),
    candidate: await getId('select candidate_id as id from candidate_subtitles order by 1 desc limit 1'),
  };
  const rows: Row[] = [];
  for (const request of buildHeavyRequests(ids)) {
    const blocking = await measureBlocking(bench, request, token);
    rows.push(
      atMost(`${request.description}: blocks the event loop for`, blocking, LOOP_TARGET_MS, inMilliseconds),
    );
  }
  return rows;
}

function describe(result: RunResult, blocking: Blocking, { requests, seed }: HostileSettings): Report {
  const listUncovered = (part: 'accepted' | 'rejected') =>
    [...result.coverage].filter(([, coverage]) => !coverage[part]).map(([name]) => name);
  const statuses = [...result.statuses].sort(([a], [b]) => a - b);
  return {
    rows: [
      atMost(`faults in ${result.requests.toLocaleString('en')} requests`, result.faults.length, 0, String),
      atMost('endpoints that never accepted a request', listUncovered('accepted').length, 0, String),
      atMost('endpoints that never refused a request', listUncovered('rejected').length, 0, String),
      info('endpoints', String(result.coverage.size)),
      info('responses by status', statuses.map(([status, count]) => `${status}: ${count}`).join(', ')),
      info('refused requests that stored nothing', result.compared.toLocaleString('en')),
      info('longest block of the event loop during the run', inMilliseconds(blocking.worst)),
      atMost('requests that block it for over 50 ms each time, alone', blocking.culprits.size, 0, String),
    ],
    notes: [
      `Seed ${seed}; \`--requests ${requests} --seed ${seed}\` reproduces the run. Requests go over loopback, six at a time, over kept-alive connections.`,
      `In ${blocking.batches} batches the loop was blocked for more than ${LOOP_TARGET_MS} ms: the ${SUSPECTS} slowest of each were repeated alone, up to ${ATTEMPTS} times; the minimum counts.`,
      ...(listUncovered('accepted').length > 0
        ? [`No request was accepted by ${listUncovered('accepted').join(', ')}.`]
        : []),
      ...(listUncovered('rejected').length > 0
        ? [`No request was rejected by ${listUncovered('rejected').join(', ')}.`]
        : []),
      ...[...blocking.culprits]
        .slice(0, SHOWN)
        .map(([shown, ms]) => `${inMilliseconds(ms)}: ${shown.slice(0, 400)}`),
      ...result.faults.slice(0, SHOWN).map((fault) => fault.slice(0, 600)),
    ],
  };
}

/**
 * Sends hostile requests to every endpoint, and the largest bodies and files. Nothing may break, and no refused request may
 * store anything.
 */
export async function measureHostile(settings: HostileSettings): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const outside = await startOutsideServices();
  const tracks = ['en', 'es'].map((language) => ({
    language,
    kind: 'manual' as const,
    cues: [[1000, 2000, 'Good morning.']] as [number, number, string][],
  }));
  outside.youtube.videos = new Proxy({}, { get: () => ({ tracks }) });
  const postgres = await openEmbedded({ dataDir: folder, log: () => undefined });
  const server = await startSayback({
    DATABASE_URL: postgres.url,
    SECRET_KEY: BENCH_SECRET,
    MEDIA_DIR: path.join(folder, 'media'),
    RATE_LIMIT_FACTOR: '1',
    ...outside.settings,
    ...eventLoopSettings(folder),
  });
  const { db, close } = connectDatabase(postgres.url, { size: 4, onError: () => undefined });
  try {
    const pid = await findServerProcess(process.pid);
    const bench = { pid, port: Number(new URL(server.url).port), folder, db };
    const blocking: Blocking = { worst: 0, batches: 0, culprits: new Map() };
    const tokens = accessTokens([deriveKey(BENCH_SECRET, 'access tokens')]);
    const users = await openTestUsers(db, tokens, null);
    const token = async () => {
      await users.renew();
      return users.pickToken('admin', randomFrom(settings.seed)) ?? '';
    };
    const onBatch = watchBatches(bench, blocking, token);
    const until = Date.now() + settings.minutes * 60_000;
    const result = await runHostile({ ...settings, until, port: bench.port, db, tokens, onBatch });
    const { rows, notes } = describe(result, blocking, settings);
    return { rows: [...rows, ...(await measureHeavy(bench, await token()))], notes };
  } finally {
    await close();
    await server.stop();
    await postgres.stop();
    await outside.close();
    await rm(folder, { recursive: true, force: true });
  }
}
