import { processorTime } from '../processor-time.ts';
import { type Connection, connectionTo, type Request, type Target } from '../wire/connection.ts';

/** A server that is measured: where it listens, its process, and its database's. */
export type Measured = { name: string; target: Target; pid: number; databasePid: number };

/** Times of each request, and the processor time of all together, in milliseconds. */
export type Figures = { took: number[]; server: number; database: number };

export const noFigures = (): Figures => ({ took: [], server: 0, database: 0 });

/** Asks for all of them over so many kept connections, each asking one after the other. Throws unless all answer 200. */
async function askAll(requests: readonly Request[], connections: readonly Connection[]): Promise<number[]> {
  const took: number[] = [];
  let next = 0;
  const work = async (connection: Connection) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const before = performance.now();
      const answer = await connection.ask(request);
      took.push(performance.now() - before);
      if (answer.status !== 200) throw new Error(`${request.head.split('\r\n')[0]}: ${answer.status}`);
    }
  };
  await Promise.all(connections.map(work));
  return took;
}

/** One round of requests to one server, added to its figures. */
export async function runRound(
  { target, pid, databasePid }: Measured,
  requests: readonly Request[],
  concurrency: number,
  figures: Figures,
): Promise<void> {
  const connections = Array.from({ length: concurrency }, () => connectionTo(target));
  const [server, database] = await Promise.all([processorTime(pid), processorTime(databasePid)]);
  try {
    for (const each of await askAll(requests, connections)) figures.took.push(each);
  } finally {
    for (const { close } of connections) close();
  }
  figures.server += (await processorTime(pid)) - server;
  figures.database += (await processorTime(databasePid)) - database;
}
