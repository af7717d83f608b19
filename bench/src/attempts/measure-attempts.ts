import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { FIRST_LEARNER } from '../library/fill-library.ts';
import { type Library, openLibrary } from '../library/open-library.ts';
import { inMegabytes, inMilliseconds, inSeconds, median, quantile, timed } from '../metrics.ts';
import { readProcessorTime } from '../processes.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { requestHead } from '../rounds/calls.ts';
import { alternateRounds, CONCURRENCY, type Samples } from '../rounds/round.ts';
import { openConnection, type Request } from '../wire/connection.ts';
import { fillMemory, SEGMENTS_PER_VIDEO, VIDEOS } from './fill-memory.ts';
import { createLearnerCalls } from './learner-calls.ts';

const ATTEMPTS_PER_LEARNER = 10_000;
const CARDS_PER_LEARNER = 1000;
const DAYS = 250;
/** Number of learners in the small database. */
const FEW = 20;
const ROUNDS = 10;
const REQUESTS = 200;
const WARM_UP = 2;
const TARGET_MS = 60;
const TARGET_TIMES = 1.5;
const TARGET_ACCOUNT_MS = 1000;
const ACCOUNT_MS = 120_000;
/** Number of accounts that are exported and deleted. */
const ERASED = 5;

const TABLES = 'users sessions progress attempts practised_lines cards reviews remembered_lines'.split(' ');
/** Selects each table's row count (from the last `analyze`) and size with indexes, over all partitions. */
const SIZES = `
  select coalesce(parent.relname, part.relname) as name, sum(part.reltuples)::float8 as rows, sum(pg_total_relation_size(part.oid))::float8 as bytes
  from pg_class as part left join pg_inherits on inhrelid = part.oid left join pg_class as parent on parent.oid = inhparent
  where part.relkind = 'r' and part.reltuples > 0 and coalesce(parent.relname, part.relname) = any($1) group by 1 order by bytes desc`;

type Filled = { library: Library; calls: Record<string, (turn: number) => Request> };

async function fill(learners: number, others: number): Promise<Filled> {
  const library = await openLibrary(
    { videos: VIDEOS, segmentsEach: SEGMENTS_PER_VIDEO, learners, others },
    { RATE_LIMIT_FACTOR: '100000' },
  );
  try {
    const practice = {
      learners,
      attemptsEach: ATTEMPTS_PER_LEARNER,
      cardsEach: CARDS_PER_LEARNER,
      days: DAYS,
    };
    await fillMemory(library.databaseUrl, practice);
  } catch (error) {
    await library.stop();
    throw error;
  }
  const { home, ...own } = createLearnerCalls({ learners, cardsEach: CARDS_PER_LEARNER });
  return { library, calls: { ...home, ...own } };
}

async function measureCall(name: string, both: readonly Filled[]): Promise<Row[]> {
  const kinds = both.map(({ library, calls }) => ({
    server: library.server,
    makeRequest: calls[name] as (turn: number) => Request,
  }));
  const samples = await alternateRounds(kinds, { rounds: ROUNDS, warmUp: WARM_UP, requests: REQUESTS });
  const [few, many] = samples as [Samples, Samples];
  const [min, max] = [few, many].map(({ took }) => quantile(took, 0.95)) as [number, number];
  const perRequest = (ms: number) => (ms / (ROUNDS * REQUESTS)).toFixed(2);
  const costs = [few, many].map(
    ({ server, database }) => `${perRequest(server)} + ${perRequest(database)} ms`,
  );
  return [
    info(
      `${name}: median, few and many learners`,
      [few, many].map(({ took }) => inMilliseconds(median(took))).join(', '),
    ),
    info(`${name}: processor time of server + database, few and many`, costs.join(', ')),
    atMost(`${name}: 95th percentile, many`, max, TARGET_MS, inMilliseconds),
    atMost(
      `${name}: 95th percentile, many beside few`,
      max / min,
      TARGET_TIMES,
      (times) => `${times.toFixed(2)} ×`,
    ),
  ];
}

/**
 * Exports and deletes accounts, one at a time. Measures the processor time of each, including the jobs that delete the
 * remaining rows.
 */
async function measureAccounts({ library }: Filled): Promise<Row[]> {
  const { server } = library;
  const { pool, close } = connectDatabase(library.databaseUrl, { size: 1, onError: () => undefined });
  const used = async () =>
    (await readProcessorTime(server.pid)) + (await readProcessorTime(server.databasePid));
  const connection = openConnection(server.target, ACCOUNT_MS);
  const send = async (method: string, path: string, learner: number) => {
    const body = method === 'GET' ? {} : { body: '{}' };
    const { status } = await connection.send({ head: requestHead(method, path, learner), ...body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  };
  const costs = { exporting: [] as number[], deleting: [] as number[] };
  try {
    for (let n = 0; n < ERASED; n += 1) {
      const learner = FIRST_LEARNER + n;
      const start = await used();
      await send('GET', '/api/accounts/export/', learner);
      const exported = await used();
      await send('DELETE', '/api/accounts/profile/', learner);
      while ((await pool.query('select from erased_accounts')).rows.length > 0) await sleep(200);
      costs.exporting.push(exported - start);
      costs.deleting.push((await used()) - exported);
    }
  } finally {
    connection.close();
    await close();
  }
  return Object.entries(costs).map(([label, all]) =>
    atMost(
      `${label} an account with ${ATTEMPTS_PER_LEARNER} attempts: processor time`,
      Math.max(...all),
      TARGET_ACCOUNT_MS,
      inMilliseconds,
    ),
  );
}

/** Reports the rows of the tables that grow with learners, and their bytes per row with indexes. */
async function measureSizes({ library }: Filled): Promise<Row[]> {
  const { pool, close } = connectDatabase(library.databaseUrl, { size: 1, onError: () => undefined });
  const { rows } = await pool
    .query<{ name: string; rows: number; bytes: number }>(SIZES, [TABLES])
    .finally(close);
  return rows.map(({ name, rows: count, bytes }) =>
    info(
      `${name}: rows, bytes of each, together`,
      `${count.toLocaleString('en')}, ${Math.round(bytes / count)}, ${inMegabytes(bytes)}`,
    ),
  );
}

/** Measures learners' requests in a large and a small database, and deletes the data afterwards. */
export async function measureAttempts({
  attempts,
  accounts,
}: {
  attempts: number;
  accounts: number;
}): Promise<Report> {
  const both: Filled[] = [];
  try {
    const learners = Math.round(attempts / ATTEMPTS_PER_LEARNER);
    both.push(await fill(FEW, 0));
    const { took, result: many } = await timed(() => fill(learners, accounts - learners));
    both.push(many);
    const rows: Row[] = [];
    for (const name of Object.keys(many.calls)) rows.push(...(await measureCall(name, both)));
    return {
      rows: [
        info(
          'attempts, cards, accounts',
          [attempts, learners * CARDS_PER_LEARNER, accounts].map((n) => n.toLocaleString('en')).join(', '),
        ),
        info('filled in', inSeconds(took)),
        ...(await measureSizes(many)),
        ...rows,
        ...(await measureAccounts(many)),
      ],
      notes: [
        `Few: ${FEW} learners; many: ${learners}, each with ${ATTEMPTS_PER_LEARNER} attempts over ${DAYS} days and ${CARDS_PER_LEARNER} cards, and accounts with three positions each. ${ROUNDS} rounds of ${REQUESTS} requests alternately, over ${CONCURRENCY} kept-alive connections.`,
      ],
    };
  } finally {
    for (const { library } of both) await library.stop();
  }
}
