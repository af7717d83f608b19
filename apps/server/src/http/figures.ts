import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

type PoolLoad = { total: number; idle: number; waiting: number };

/** Where the figures come from. What is asked of the database may fail: the others are told nevertheless. */
export type Sources = {
  version: string;
  inFlight: () => number;
  refused: () => number;
  /** Connections to the database, by what they are for. */
  pools: () => Record<string, PoolLoad>;
  engine: () => { threads: number; waiting: number };
  /** By the limit's name. */
  limited: () => ReadonlyMap<string, number>;
  isListening: () => boolean;
  jobs: () => Promise<{ counts: Record<string, number>; oldest_queued_seconds: number }>;
  isCircuitOpen: () => Promise<boolean>;
};

type Sample = readonly [labels: Record<string, string>, value: number];

const RESOLUTION_MS = 10;
/** Those who ask for figures wait no longer for the database. */
const PATIENCE_MS = 2000;

/** Undefined where the answer doesn't come. */
async function inTime<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const value = await Promise.race([answer.catch(() => undefined), silence]);
  clearTimeout(timer);
  return value;
}

/** Adds what is read at the moment when somebody asks. */
export function addFigures(registry: Registry, sources: Sources): { close: () => void } {
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
        // What isn't known is left out rather than told as it was.
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
  counter('rate_limit_refusals_total', 'Requests refused by a rate limit.', ['limit'], () =>
    [...sources.limited()].map(([limit, count]) => [{ limit }, count]),
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
  single('database_listening', '1 while news from the other servers is heard.', () =>
    Number(sources.isListening()),
  );
  single('engine_threads', 'Worker threads of the subtitle engine.', () => sources.engine().threads);
  single('engine_waiting', 'Work that waits for a thread.', () => sources.engine().waiting);

  const jobs = (read: (found: Awaited<ReturnType<Sources['jobs']>>) => readonly Sample[]) => async () => {
    const found = await inTime(sources.jobs());
    return found && read(found);
  };
  gauge(
    'jobs',
    'Jobs that are kept, by their status.',
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
    const isOpen = await inTime(sources.isCircuitOpen());
    return isOpen === undefined ? undefined : [[{}, Number(isOpen)]];
  });

  addProcess(gauge, counter);
  return addEventLoop(gauge, counter);
}

type Add<Read> = (name: string, help: string, labelNames: string[], read: () => Read) => void;
type AddGauge = Add<readonly Sample[]>;

function addProcess(gauge: AddGauge, counter: AddGauge): void {
  gauge('process_memory_bytes', 'Memory of the process.', ['kind'], () => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    return Object.entries({ rss, heap_used: heapUsed, heap_total: heapTotal, external }).map(
      ([kind, bytes]) => [{ kind }, bytes],
    );
  });
  counter('process_cpu_seconds_total', 'Processor time of the process with its threads.', ['mode'], () => {
    const { user, system } = process.cpuUsage();
    return [
      [{ mode: 'user' }, user / 1e6],
      [{ mode: 'system' }, system / 1e6],
    ];
  });
  const startedAt = Date.now() / 1000 - process.uptime();
  gauge('process_start_time_seconds', 'When the process started, since 1970.', [], () => [[{}, startedAt]]);
}

function addEventLoop(gauge: AddGauge, counter: AddGauge): { close: () => void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  gauge(
    'event_loop_delay_seconds',
    'By how much the event loop was late, since it was last asked.',
    ['quantile'],
    () => {
      // What is recorded holds the pause between two looks.
      const seconds = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000);
      const samples = [
        ...[50, 95, 99].map((p) => [{ quantile: `0.${p}` }, seconds(delay.percentile(p))] as const),
        [{ quantile: '1' }, seconds(delay.max)] as const,
      ];
      delay.reset();
      return samples;
    },
  );
  counter(
    'event_loop_seconds_total',
    'Time of the event loop, at work and waiting; the rate of the first is its utilisation.',
    ['state'],
    () => {
      const { active, idle } = performance.eventLoopUtilization();
      return [
        [{ state: 'active' }, active / 1000],
        [{ state: 'idle' }, idle / 1000],
      ];
    },
  );
  return { close: () => delay.disable() };
}
