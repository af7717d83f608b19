import { readProcessorTime } from '../processes.ts';
import { type Connection, openConnection, type Request, type Target } from '../wire/connection.ts';

/** A measured server: its address, its process, and its database's process. */
export type Measured = { name: string; target: Target; pid: number; databasePid: number };

/** Response time of each request, and total processor time of server and database, in milliseconds. */
export type Samples = { took: number[]; server: number; database: number };

const emptySamples = (): Samples => ({ took: [], server: 0, database: 0 });

/** Number of concurrent connections. */
export const CONCURRENCY = 4;

/**
 * Sends all requests over kept-alive connections, sequentially on each, and returns the response times. Throws unless all
 * return 200.
 */
async function sendAll(requests: readonly Request[], connections: readonly Connection[]): Promise<number[]> {
  const took: number[] = [];
  let next = 0;
  const work = async (connection: Connection) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const before = performance.now();
      const response = await connection.send(request);
      took.push(performance.now() - before);
      if (response.status !== 200) throw new Error(`${request.head.split('\r\n')[0]}: ${response.status}`);
    }
  };
  await Promise.all(connections.map(work));
  return took;
}

/** Runs one round of requests to a server, and adds the times to its samples. */
async function runRound(
  { target, pid, databasePid }: Measured,
  requests: readonly Request[],
  samples: Samples,
): Promise<void> {
  const connections = Array.from({ length: CONCURRENCY }, () => openConnection(target));
  const [server, database] = await Promise.all([readProcessorTime(pid), readProcessorTime(databasePid)]);
  try {
    for (const each of await sendAll(requests, connections)) samples.took.push(each);
  } finally {
    for (const { close } of connections) close();
  }
  samples.server += (await readProcessorTime(pid)) - server;
  samples.database += (await readProcessorTime(databasePid)) - database;
}

/** Requests to one server: the `turn`th of a kind. */
export type Requests = { server: Measured; makeRequest: (turn: number) => Request };

export type RoundCounts = { rounds: number; warmUp: number; requests: number };

/** Runs rounds of all kinds alternately; each kind goes first equally often. The warm-up rounds aren't counted. */
export async function alternateRounds(
  kinds: readonly Requests[],
  { rounds, warmUp, requests }: RoundCounts,
): Promise<Samples[]> {
  const samples = kinds.map(emptySamples);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const at = (turn + round) % kinds.length;
      const { server, makeRequest } = kinds[at] as Requests;
      const batch = Array.from({ length: requests }, (_, n) => makeRequest(round * requests + n));
      await runRound(server, batch, round < warmUp ? emptySamples() : (samples[at] as Samples));
    }
  }
  return samples;
}
