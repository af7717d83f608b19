import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { inMegabytes } from '../../metrics.ts';
import { readResidentBytes } from '../../processes.ts';
import { METRICS_TOKEN, type SupervisedServer } from './supervised-server.ts';

/** Resources of an idle server. */
export type Footprint = {
  /** Busy connections to the database, by pool. */
  busy: Map<string, number>;
  inFlight: number;
  /** Open file descriptors, without those of connected clients. */
  descriptors: number;
  /** Resident memory, in bytes. */
  memory: number;
};

/** Tolerance in file descriptors, since pools grow to their size and some files are opened later. */
const MORE_DESCRIPTORS = 30;
/** Tolerance in bytes, since the heap stays larger for a while after load. */
const MORE_MEMORY = 128 * 1024 ** 2;
const SETTLE_MS = 15_000;
const ESTABLISHED = '01';

const SAMPLE = /^(database_connections|http_requests_in_flight)(?:\{(.*)\})? (\S+)$/gm;

async function readMetrics({ url }: SupervisedServer): Promise<Pick<Footprint, 'busy' | 'inFlight'>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  const resources = { busy: new Map<string, number>(), inFlight: 0 };
  for (const [, name, labels = '', value] of (await response.text()).matchAll(SAMPLE)) {
    if (name === 'http_requests_in_flight') resources.inFlight = Number(value);
    const pool = /pool="(\w+)"/.exec(labels)?.[1];
    if (pool && labels.includes('state="busy"')) resources.busy.set(pool, Number(value));
  }
  return resources;
}

/** Counts the established connections of clients, which can leave them open for any time. */
async function countClients({ url, pid }: SupervisedServer): Promise<number> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/${pid()}/net/${table}`, 'utf8').catch(() => '')),
  );
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === ESTABLISHED).length;
}

async function measureFootprint(server: SupervisedServer): Promise<Footprint> {
  const metrics = await readMetrics(server);
  const [open, clients, memory] = await Promise.all([
    readdir(`/proc/${server.pid()}/fd`),
    countClients(server),
    readResidentBytes(server.pid()),
  ]);
  return { ...metrics, descriptors: open.length - clients, memory };
}

function compare(before: Footprint, now: Footprint): string[] {
  const differences: string[] = [];
  for (const [pool, busy] of now.busy) {
    const typical = before.busy.get(pool) ?? 0;
    if (busy > typical) differences.push(`${busy} connections of the pool '${pool}' busy, ${typical} before`);
  }
  if (now.inFlight > before.inFlight) differences.push(`${now.inFlight} requests in flight`);
  if (now.descriptors > before.descriptors + MORE_DESCRIPTORS) {
    differences.push(`${now.descriptors} descriptors, ${before.descriptors} before`);
  }
  if (now.memory > before.memory + MORE_MEMORY) {
    differences.push(`memory ${inMegabytes(now.memory)}, ${inMegabytes(before.memory)} before`);
  }
  return differences;
}

/** Returns the footprint of an idle server, once two samples a second apart agree. */
export async function measureIdleFootprint(server: SupervisedServer): Promise<Footprint> {
  let last = await measureFootprint(server);
  for (const until = performance.now() + SETTLE_MS; performance.now() < until; ) {
    await sleep(1000);
    const now = await measureFootprint(server);
    const isSame = compare(now, last).length === 0 && compare(last, now).length === 0;
    last = now;
    if (isSame) break;
  }
  return last;
}

/** Lists an idle server's resources that exceed those before. Waits up to `settleMs` until there are none. */
export async function compareWithBefore(
  before: Footprint,
  server: SupervisedServer,
  settleMs = SETTLE_MS,
): Promise<string[]> {
  const until = performance.now() + settleMs;
  for (;;) {
    const readiness = await server.readiness();
    const differences = await measureFootprint(server).then(
      (now) => compare(before, now),
      (error: Error) => [`no metrics: ${error.message}`],
    );
    if (readiness !== 200) differences.push(`readiness ${readiness}`);
    if (differences.length === 0 || performance.now() > until) return differences;
    await sleep(500);
  }
}
