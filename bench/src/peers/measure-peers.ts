import { isDeepStrictEqual } from 'node:util';
import { openLibrary } from '../library/open-library.ts';
import { median, quantile } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';
import { type Around, CALLS, type CallName, makeRequest } from '../rounds/calls.ts';
import { emptySamples, type Measured, runRound, type Samples } from '../rounds/round.ts';
import { openConnection } from '../wire/connection.ts';
import { startBare } from './start-peer.ts';

const SIZE: Around = { videos: 24, segmentsEach: 500, learners: 50 };
const ROUNDS = 10;
/** Warm-up, since V8's compiling in the first thousands of requests isn't part of the cost on servers that run for days. */
const WARM_UP = 10;
const REQUESTS = 300;
const CONCURRENCY = 4;
const COMPARED = 25;
const BARE_TARGET = 1.6;

/** `ours` with only the members that `peer` has: Sayback's responses may gain members that the peers lack. */
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

/** Throws unless the peer's response is part of ours, with the same values. */
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

/** Servers alternate, each going first equally often. The first rounds aren't counted. */
async function measureCall(
  call: CallName,
  servers: readonly Measured[],
  rounds: number,
): Promise<Map<Measured, Samples>> {
  let samples = new Map(servers.map((server) => [server, emptySamples()]));
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    if (round === WARM_UP) samples = new Map(servers.map((server) => [server, emptySamples()]));
    const requests = Array.from({ length: REQUESTS }, (_, n) =>
      makeRequest(call, round * REQUESTS + n, SIZE),
    );
    for (let turn = 0; turn < servers.length; turn += 1) {
      const server = servers[(turn + round) % servers.length];
      const samplesOfServer = server && samples.get(server);
      if (samplesOfServer) await runRound(server, requests, CONCURRENCY, samplesOfServer);
    }
  }
  return samples;
}

function buildRows(call: CallName, samples: Map<Measured, Samples>): Row[] {
  const [ours, bare] = [...samples.values()];
  const rows = [...samples].map(([{ name }, { took, server, database }]) =>
    info(
      `${call}, ${name}: processor time of the server, of the database; median, 95th percentile`,
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

/** Compares a request's cost with the minimum possible. */
export async function measurePeers({ rounds = ROUNDS }: { rounds?: number | undefined }): Promise<Report> {
  const library = await openLibrary(SIZE);
  try {
    const bare = await startBare(library);
    try {
      const { target, serverPid: pid, databasePid } = library;
      const ours: Measured = { name: 'Sayback', target, pid, databasePid };
      const rows: Row[] = [];
      for (const call of CALLS) {
        await compareAnswers(call, ours, bare);
        rows.push(...buildRows(call, await measureCall(call, [ours, bare], rounds)));
      }
      return { rows, notes: describeRun(rounds) };
    } finally {
      await bare.stop();
    }
  } finally {
    await library.stop();
  }
}
