import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { startReplicatedPostgres } from '../../../apps/server/src/testing/processes/replicated-postgres.ts';
import { METRICS_TOKEN, superviseServer } from '../faults/support/supervised-server.ts';
import { BENCH_SECRET } from '../library/access-token.ts';
import { FIRST_LEARNER, fillLibrary } from '../library/fill-library.ts';
import { readProcessorTime } from '../processes.ts';
import { atMost, expectNone, info, type Report, type Row } from '../report.ts';
import { requestHead } from '../rounds/calls.ts';
import { type Connection, openConnection, parseTarget, type Request } from '../wire/connection.ts';

const LIBRARY = { videos: 400, segmentsEach: 300, learners: 100 };
const ROUNDS = 2;
const REQUESTS = 600;
const CONNECTIONS = 8;
const PAIRS = 10_000;
/** Number of learners who write and read concurrently. */
const WRITERS = 10;
const LATE_PAIRS = 1000;
const DELAY = '5s';

const buildRead = (address: string, learner: number): Request => ({
  head: requestHead('GET', address, learner),
});
const pickVideo = (turn: number) => 1 + ((turn * 7919) % LIBRARY.videos);
const CALLS: Record<string, (turn: number) => string> = {
  'a page of segments': (turn) => `/api/alignments/${pickVideo(turn)}/segments/?page=${1 + (turn % 15)}`,
  'all segments of a video': (turn) => `/api/alignments/${pickVideo(turn)}/segments/?all=true`,
  'the list of videos': () => '/api/videos/?practisable=true',
  'what waits today': () => '/api/practice/today/',
  'the subtitles of a video': (turn) => `/api/videos/${pickVideo(turn)}/subtitles/`,
};

type Server = Awaited<ReturnType<typeof superviseServer>>;

async function send(connection: Connection, request: Request): Promise<string> {
  const { status, body } = await connection.send(request, true);
  if (status !== 200) throw new Error(`${request.head.split('\r\n')[0]}: ${status} ${body}`);
  return String(body);
}

/** Sends the requests over several connections, sequentially on each. */
async function sendAll(server: Server, count: number, makeRequest: (turn: number) => Request): Promise<void> {
  let turn = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = openConnection(parseTarget(server.url));
      for (let own = turn++; own < count; own = turn++) await send(connection, makeRequest(own));
      connection.close();
    }),
  );
}

/** Saves positions on one server and reads the list on another. Returns the number of reads that showed the previous position. */
async function countStale(writer: Server, reader: Server, pairs: number): Promise<number> {
  let stale = 0;
  let turn = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, n) => {
      const learner = FIRST_LEARNER + n;
      const [there, here] = [
        openConnection(parseTarget(writer.url)),
        openConnection(parseTarget(reader.url)),
      ];
      for (let own = turn++; own < pairs; own = turn++) {
        const last_segment = own % LIBRARY.segmentsEach;
        const place = { video_id: LIBRARY.videos, alignment_id: LIBRARY.videos, last_segment };
        await send(there, {
          head: requestHead('POST', '/api/videos/progress/save/', learner),
          body: JSON.stringify(place),
        });
        const { results } = JSON.parse(
          await send(here, buildRead('/api/videos/?practisable=true', learner)),
        ) as {
          results: { id: number; last_segment: number }[];
        };
        if (results.find(({ id }) => id === LIBRARY.videos)?.last_segment !== last_segment) stale += 1;
      }
      there.close();
      here.close();
    }),
  );
  return stale;
}

/** Returns the percentage of a server's reads that replicas served. */
export async function readReplicaShare({ url }: Server): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await response.text();
  const count = (at: string) =>
    Number(new RegExp(`database_reads_total{at="${at}"} (\\d+)`).exec(text)?.[1] ?? 0);
  return `${((100 * count('replica')) / (count('replica') + count('primary'))).toFixed(1)} %`;
}

/** Measures reads with and without replicas, and reads immediately after writes. */
export async function measureReplicas(): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-replicas-'));
  const postgres = await startReplicatedPostgres([{}, {}, { recovery_min_apply_delay: DELAY }], true);
  const [first, second, late] = postgres.standbys.map(({ url }) => url) as [string, string, string];
  const servers: Server[] = [];
  const start = async (...replicas: string[]) => {
    const server = await superviseServer({
      settings: {
        DATABASE_URL: postgres.primary.url,
        DATABASE_REPLICA_URL: replicas.join(','),
        DATA_DIR: path.join(folder, String(servers.length)),
        MEDIA_DIR: path.join(folder, 'media'),
        SECRET_KEY: BENCH_SECRET,
      },
    });
    servers.push(server);
    await server.waitUntilReady();
    return server;
  };
  try {
    const alone = await start();
    const { pool, close } = connectDatabase(postgres.primary.url, { size: 1, onError: () => undefined });
    await fillLibrary(pool, LIBRARY).finally(close);
    const [here, there] = [await start(first, second), await start(first, second)];
    const rows: Row[] = [];
    const timed = async (server: Server, of: (turn: number) => string) => {
      const before = await readProcessorTime(postgres.primary.postmaster);
      await sendAll(server, REQUESTS, (turn) =>
        buildRead(of(turn), FIRST_LEARNER + (turn % LIBRARY.learners)),
      );
      return ((await readProcessorTime(postgres.primary.postmaster)) - before) / REQUESTS;
    };
    for (const [name, of] of Object.entries(CALLS)) {
      // Warm up prepared statements and sessions.
      for (const server of [alone, here])
        await sendAll(server, 100, (turn) => buildRead(of(turn), FIRST_LEARNER + (turn % LIBRARY.learners)));
      let [without, withThem] = [0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        without += (await timed(alone, of)) / ROUNDS;
        withThem += (await timed(here, of)) / ROUNDS;
      }
      rows.push(info(`${name}: the primary’s processor time alone`, `${without.toFixed(3)} ms`));
      rows.push(
        atMost(`${name}: the same with two replicas, relative to that`, withThem / without, 0.4, (n) =>
          n.toFixed(2),
        ),
      );
    }
    rows.push(
      expectNone(
        `stale of ${PAIRS} reads at one server after a write at the other`,
        await countStale(here, there, PAIRS),
      ),
    );
    rows.push(info('share of that server’s reads by replicas', await readReplicaShare(there)));
    const behind = await start(late);
    rows.push(
      expectNone(
        `stale of ${LATE_PAIRS} with a replica that lags ${DELAY}`,
        await countStale(here, behind, LATE_PAIRS),
      ),
    );
    rows.push(info('share of that server’s reads by the lagging replica', await readReplicaShare(behind)));
    return {
      rows,
      notes: [
        `A primary and its standbys on one machine, ${LIBRARY.videos} videos of ${LIBRARY.segmentsEach} segments; ${REQUESTS} requests over ${CONNECTIONS} connections, ${ROUNDS} times alternately. The primary’s time is that of all its processes, sending the log included.`,
        `Written and read by ${WRITERS} learners at once.`,
      ],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
