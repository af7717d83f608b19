import { isDeepStrictEqual } from 'node:util';
import { openLibrary } from '../library/open-library.ts';
import { median, quantile } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';
import { type Around, CALLS, type CallName, makeRequest } from '../rounds/calls.ts';
import { alternateRounds, CONCURRENCY, type Measured, type Samples } from '../rounds/round.ts';
import { openConnection } from '../wire/connection.ts';
import { startBare } from './start-peer.ts';

const SIZE: Around = { videos: 24, segmentsEach: 500, learners: 50 };
const ROUNDS = 10;
/** Rounds of warm-up: V8 compiles during the first thousands of requests, which doesn't matter on servers that run for days. */
const WARM_UP = 10;
const REQUESTS = 300;
const COMPARED = 25;
const BARE_TARGET = 1.6;

/** Returns `ours` with only the fields that `peer` has, since Sayback's responses may have more. */
function selectSharedFields(peer: unknown, ours: unknown): unknown {
  if (Array.isArray(peer) && Array.isArray(ours))
    return ours.map((item, at) => selectSharedFields(peer[at], item));
  if (!isObject(peer) || !isObject(ours)) return ours;
  return Object.fromEntries(
    Object.keys(peer).map((name) => [name, selectSharedFields(peer[name], ours[name])]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws unless our responses have all fields of the peer's, with the same values. */
async function compareAnswers(call: CallName, ours: Measured, peer: Measured): Promise<void> {
  const send = async ({ target }: Measured, turn: number): Promise<unknown> => {
    const connection = openConnection(target);
    const { status, body } = await connection
      .send(makeRequest(call, turn, SIZE), true)
      .finally(connection.close);
    return { status, body: JSON.parse(body.toString()) };
  };
  for (let turn = 0; turn < COMPARED; turn += 1) {
    const expected = await send(ours, turn);
    const response = await send(peer, turn);
    if (isDeepStrictEqual(response, selectSharedFields(response, expected))) continue;
    throw new Error(
      `${call}: ${peer.name} answers\n${JSON.stringify(response)}\ninstead of\n${JSON.stringify(expected)}`,
    );
  }
}

function buildRows(call: CallName, servers: readonly Measured[], samples: readonly Samples[]): Row[] {
  const [ours, bare] = samples;
  const rows = samples.map(({ took, server, database }, at) =>
    info(
      `${call}, ${servers[at]?.name}: processor time of the server, of the database; median, 95th percentile`,
      [server / took.length, database / took.length, median(took), quantile(took, 0.95)]
        .map((value) => `${value.toFixed(2)} ms`)
        .join(', '),
    ),
  );
  if (!ours || !bare) return rows;
  const value = ours.server / bare.server;
  const times = median(ours.took) / median(bare.took);
  const measured = `${value.toFixed(2)} × (median ${times.toFixed(2)} ×)`;
  return [
    ...rows,
    {
      what: `${call}: processor time relative to the bare server`,
      measured,
      aim: `≤ ${BARE_TARGET.toFixed(2)} ×`,
      met: value <= BARE_TARGET,
    },
  ];
}

function describeRun(rounds: number): string[] {
  return [
    `${rounds} rounds of ${REQUESTS} requests to each server in turn after ${WARM_UP} that aren’t counted, over ` +
      `${CONCURRENCY} kept-alive connections, by one client in its own process; ${SIZE.videos} videos of ` +
      `${SIZE.segmentsEach} segments, ${SIZE.learners} learners. All use one PostgreSQL. Beforehand, ${COMPARED} responses of ` +
      'each call are compared as JSON.',
    'Processor time is user and system time of all the server’s processes and threads, per request; the database’s is reported ' +
      'separately, and the kernel counts in steps of 10 ms.',
    'The bare server is Fastify and pg in one process, one prepared statement per call, responses serialised by a schema; no ' +
      'tokens, no roles, no validation. Ours only logs errors here, like the others.',
  ];
}

/** Compares the cost of requests with that of a minimal server. */
export async function measurePeers({ rounds = ROUNDS }: { rounds?: number | undefined }): Promise<Report> {
  const library = await openLibrary(SIZE);
  try {
    const bare = await startBare(library);
    try {
      const servers = [library.server, bare];
      const rows: Row[] = [];
      for (const call of CALLS) {
        await compareAnswers(call, library.server, bare);
        const kinds = servers.map((server) => ({
          server,
          makeRequest: (turn: number) => makeRequest(call, turn, SIZE),
        }));
        const samples = await alternateRounds(kinds, { rounds, warmUp: WARM_UP, requests: REQUESTS });
        rows.push(...buildRows(call, servers, samples));
      }
      return { rows, notes: describeRun(rounds) };
    } finally {
      await bare.stop();
    }
  } finally {
    await library.stop();
  }
}
