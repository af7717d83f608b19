import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolLoad } from '../platform/database/database.ts';
import type { OpenReplicas } from '../platform/database/replicas/open-replicas.ts';
import { untilAborted } from '../platform/until-aborted.ts';

/** Sources of the metrics. If those from the database fail, the others are still served. */
export type Sources = {
  version: string;
  inFlight: () => number;
  refused: () => number;
  /** Number of requests refused because their caller had too many in flight. */
  refusedCallers: () => number;
  pools: () => Record<string, PoolLoad>;
  replicas: Pick<OpenReplicas, 'usable' | 'reads'> | null;
  engine: () => { threads: number; waiting: number };
  limited: () => ReadonlyMap<string, number>;
  unknownBrowserFailures: () => number;
  isListening: () => boolean;
  jobs: () => Promise<{ counts: Record<string, number>; oldest_queued_seconds: number }>;
  isCircuitOpen: () => Promise<boolean>;
};

type Sample = readonly [labels: Record<string, string>, value: number];

/** Timeout of the database's metrics. */
const TIMEOUT_MS = 2000;

/** Returns undefined on failure or timeout. */
const withTimeout = <Value>(reading: Promise<Value>): Promise<Value | undefined> =>
  untilAborted(reading, AbortSignal.timeout(TIMEOUT_MS)).catch(() => undefined);

/** Adds the metrics that are read during a scrape. */
export function addMetricSources(registry: Registry, sources: Sources): void {
  const registers = [registry];

  function gauge(
    name: string,
    help: string,
    labelNames: string[],
    read: () => readonly Sample[] | Promise<readonly Sample[] | undefined>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const samples = await read();
        // Omit unknown values instead of repeating the last ones.
        this.reset();
        for (const [labels, value] of samples ?? []) this.set(labels, value);
      },
    });
  }
  const single = (name: string, help: string, read: () => number) =>
    gauge(name, help, [], () => [[{}, read()]]);

  function counter(name: string, help: string, labelNames: string[], read: () => readonly Sample[]): void {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  }

  gauge('sayback_info', 'The version that runs.', ['version', 'node'], () => [
    [{ version: sources.version, node: process.version }, 1],
  ]);
  single(
    'http_requests_in_flight',
    'Requests being worked on, of those that may be refused.',
    sources.inFlight,
  );
  counter('http_requests_shed_total', 'Requests refused for overload.', [], () => [[{}, sources.refused()]]);
  counter(
    'http_callers_refused_total',
    'Requests refused because their session or address had too many in flight.',
    [],
    () => [[{}, sources.refusedCallers()]],
  );
  counter('rate_limit_refusals_total', 'Requests refused by a rate limit.', ['limit'], () =>
    [...sources.limited()].map(([limit, count]) => [{ limit }, count]),
  );
  counter(
    'login_failures_total',
    'Failed log-ins to an account in a browser that it does not know, and to names that nobody has.',
    [],
    () => [[{}, sources.unknownBrowserFailures()]],
  );
  gauge('database_connections', 'Connections to the database.', ['pool', 'state'], () =>
    Object.entries(sources.pools()).flatMap(([pool, { total, idle }]) => [
      [{ pool, state: 'idle' }, idle],
      [{ pool, state: 'busy' }, total - idle],
    ]),
  );
  gauge('database_waiting', 'Callers that wait for a connection to the database.', ['pool'], () =>
    Object.entries(sources.pools()).map(([pool, { waiting }]) => [{ pool }, waiting]),
  );
  const { replicas } = sources;
  if (replicas) {
    gauge('database_replica_usable', '1 while the replica is read.', ['replica'], () =>
      [...replicas.usable()].map(([replica, usable]) => [{ replica }, Number(usable)]),
    );
    counter(
      'database_reads_total',
      'Reads that may go to a replica, by where they were answered.',
      ['at'],
      () => Object.entries(replicas.reads()).map(([at, count]) => [{ at }, count]),
    );
  }
  single('database_listening', '1 while notifications of the other servers arrive.', () =>
    Number(sources.isListening()),
  );
  single('engine_threads', 'Worker threads of the subtitle engine.', () => sources.engine().threads);
  single('engine_waiting', 'Work that waits for a thread.', () => sources.engine().waiting);

  const jobs = (read: (jobCounts: Awaited<ReturnType<Sources['jobs']>>) => readonly Sample[]) => async () => {
    const jobCounts = await withTimeout(sources.jobs());
    return jobCounts && read(jobCounts);
  };
  gauge(
    'jobs',
    'Stored jobs, by their status.',
    ['status'],
    jobs(({ counts }) => Object.entries(counts).map(([status, count]) => [{ status }, count])),
  );
  gauge(
    'jobs_oldest_queued_seconds',
    'For how long the oldest queued job has waited; 0 without one.',
    [],
    jobs(({ oldest_queued_seconds }) => [[{}, oldest_queued_seconds]]),
  );
  gauge('captions_circuit_open', '1 while YouTube takes the server for a robot.', [], async () => {
    const isOpen = await withTimeout(sources.isCircuitOpen());
    return isOpen === undefined ? undefined : [[{}, Number(isOpen)]];
  });
}
