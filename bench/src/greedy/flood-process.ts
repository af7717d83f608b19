import { type Connection, openConnection, type Request, type Target } from '../wire/connection.ts';

/** Requests that are repeated as soon as each gets a response. Bodies are in base64. */
export type FloodOrder = {
  targets: Target[];
  requests: { head: string; body: string | null }[];
  connections: number;
  ms: number;
};
/** Number of requests by outcome: the status, or the error that broke the connection. */
export type FloodOutcome = Record<string, number>;

/** Outcome of requests without a complete response at the end of the flood: long streams, delayed refusals. */
const STILL_OPEN = 'still open';

async function resend(
  connection: Connection,
  requests: readonly Request[],
  first: number,
  until: number,
  count: (outcome: string) => void,
): Promise<void> {
  for (let turn = first; performance.now() < until; turn += 1) {
    const request = requests[turn % requests.length];
    if (!request) return;
    const sent = await connection.send(request).then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    count(sent === 'closed' ? STILL_OPEN : sent);
  }
}

async function flood({ targets, requests, connections, ms }: FloodOrder): Promise<FloodOutcome> {
  const outcome: FloodOutcome = {};
  const count = (name: string) => {
    outcome[name] = (outcome[name] ?? 0) + 1;
  };
  const ready = requests.map(({ head, body }) => ({
    head,
    ...(body !== null && { body: Buffer.from(body, 'base64') }),
  }));
  const until = performance.now() + ms;
  const open = Array.from({ length: connections }, (_, number) =>
    openConnection(targets[number % targets.length] as Target),
  );
  const all = open.map((connection, number) => resend(connection, ready, number, until, count));
  const end = setTimeout(() => {
    for (const connection of open) connection.close();
  }, ms);
  await Promise.all(all);
  clearTimeout(end);
  for (const connection of open) connection.close();
  return outcome;
}

process.on('message', async (order: FloodOrder) => process.send?.(await flood(order)));
