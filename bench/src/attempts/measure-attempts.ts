import { randomBytes } from 'node:crypto';
import { makeAttemptId } from '@sayback/contract';
import { makeAttemptPartitions } from '../../../apps/server/src/features/practice/attempt-partitions.ts';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { FIRST_LEARNER, LISTED_VIDEOS } from '../library/fill-library.ts';
import { type Library, openLibrary } from '../library/open-library.ts';
import { inMilliseconds, inSeconds, median, quantile, timed } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { headOf } from '../rounds/calls.ts';
import { noSamples, runRound } from '../rounds/round.ts';
import type { Request } from '../wire/connection.ts';

const LEARNERS = 2000;
const VIDEOS = 200;
const SEGMENTS_EACH = 400;
const MONTHS = 12;
const BATCH = 50;
const CONCURRENCY = 4;
const REQUESTS = 2000;
const AIM_MS = 60;

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** A month's attempts of all learners, over the videos of the first page. Ids are as good as any. */
const ATTEMPTS = `
  insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
  select $1 + n % $2, now() - $3 * interval '30 days' - (n / $2) * interval '4 minutes', gen_random_uuid(),
    $4 - (n / $2) % ${LISTED_VIDEOS}, 3000 * ((n / $2) % ${SEGMENTS_EACH}), (n / $2) % ${SEGMENTS_EACH},
    case when n % 3 = 0 then 'waited' else 'said' end, 1500, 1.1, 0
  from generate_series(0, $5::bigint - 1) as n`;

const PRACTISED = `
  insert into practised_lines (user_id, video_id, text_hash, start_ms)
  select distinct user_id, video_id, text_hash, start_ms from attempts`;

async function fillAttempts({ databaseUrl }: Library, count: number): Promise<void> {
  // One connection: what is set in a session holds for what follows.
  const { db, pool, close } = connectDatabase(databaseUrl, { size: 1, onError: () => undefined });
  try {
    for (let month = 0; month <= MONTHS; month++) {
      await makeAttemptPartitions(db, new Date(Date.now() - month * MONTH_MS));
    }
    await pool.query('set session_replication_role = replica');
    await pool.query("set work_mem = '512MB'");
    for (let month = 0; month < MONTHS; month++) {
      await pool.query(ATTEMPTS, [FIRST_LEARNER, LEARNERS, month, VIDEOS, Math.round(count / MONTHS)]);
    }
    await pool.query(PRACTISED);
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await close();
  }
}

const learnerOf = (turn: number) => FIRST_LEARNER + ((turn * 7919) % LEARNERS);

const homeOf = (turn: number): Request => ({
  head: headOf('GET', '/api/videos/?practisable=true', learnerOf(turn)),
});

function batchOf(turn: number): Request {
  const attempts = Array.from({ length: BATCH }, (_, n) => ({
    id: makeAttemptId(Date.now() - n * 5000, randomBytes(10)),
    video_id: VIDEOS - (turn % LISTED_VIDEOS),
    start_ms: 3000 * n,
    // Half are lines that were practised before.
    text_hash: n % 2 ? n : 1000 + n,
    what: 'said',
    voiced_ms: 1200,
    length_ratio: 1.2,
    extra_pauses: 1,
  }));
  return {
    head: headOf('POST', '/api/practice/attempts/', learnerOf(turn)),
    body: JSON.stringify({ attempts }),
  };
}

async function measureCall(
  library: Library,
  what: string,
  request: (turn: number) => Request,
): Promise<Row[]> {
  const { target, serverPid: pid, databasePid } = library;
  const server = { name: what, target, pid, databasePid };
  await runRound(
    server,
    Array.from({ length: REQUESTS / 10 }, (_, turn) => request(turn)),
    CONCURRENCY,
    noSamples(),
  );
  const samples = noSamples();
  const requests = Array.from({ length: REQUESTS }, (_, turn) => request(turn + REQUESTS));
  await runRound(server, requests, CONCURRENCY, samples);
  return [
    info(`${what}: median`, inMilliseconds(median(samples.took))),
    atMost(`${what}: 95th percentile`, quantile(samples.took, 0.95), AIM_MS, inMilliseconds),
  ];
}

/** A learner's home page and saving a batch, where learners have practised for a year. The data goes with its folder. */
export async function measureAttempts(count: number): Promise<Report> {
  const library = await openLibrary({ videos: VIDEOS, segmentsEach: SEGMENTS_EACH, learners: LEARNERS });
  try {
    const { took } = await timed(() => fillAttempts(library, count));
    return {
      rows: [
        info('attempts', count.toLocaleString('en')),
        info('filled in', inSeconds(took)),
        ...(await measureCall(library, 'home with practised lines', homeOf)),
        ...(await measureCall(library, `saving ${BATCH} attempts`, batchOf)),
      ],
      notes: [
        `${LEARNERS} learners over ${MONTHS} months, each in the ${LISTED_VIDEOS} videos of the first page; ${REQUESTS} requests over ${CONCURRENCY} kept connections.`,
      ],
    };
  } finally {
    await library.stop();
  }
}
