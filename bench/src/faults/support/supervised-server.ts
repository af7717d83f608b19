import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';

const SERVER = fileURLToPath(new URL('../../../../apps/server/dist/main.js', import.meta.url));
export const METRICS_TOKEN = 'a-token-of-the-bench';
/** Delay before the supervisor restarts a server. */
const RESTART_MS = 200;
const STOP_MS = 40_000;
/** Timeout of a start: the first one is slow on a busy machine. */
const READY_MS = 180_000;
const LINES_KEPT = 40;

/** A server that is restarted whenever it exits, as by a service manager. */
export type SupervisedServer = {
  url: string;
  pid: () => number;
  /** Unplanned exits: the status or signal of each. */
  ends: string[];
  /** Returns its latest output. */
  readOutput: () => string;
  kill: (signal: NodeJS.Signals) => void;
  /** Waits until it is ready, and returns the time in milliseconds. Throws after `limitMs`. */
  waitUntilReady: (limitMs?: number) => Promise<number>;
  /** Returns the status of `/health/ready`; 0 without a response within five seconds. */
  readiness: () => Promise<number>;
  /** Stops it gracefully. Returns its exit status, or the signal that ended it. */
  stop: () => Promise<string>;
};

export type SupervisedOptions = {
  settings: Record<string, string>;
  /** Command prefix for the server, such as `nsenter … --`. */
  prefix?: string[];
};

/** Starts the built server, and restarts it until `stop`. */
export async function superviseServer({
  settings,
  prefix = [],
}: SupervisedOptions): Promise<SupervisedServer> {
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    LOG_LEVEL: 'error',
    // High, since all requests come from one address.
    RATE_LIMIT_FACTOR: '100000',
    METRICS_TOKEN,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  };
  const [command = process.execPath, ...args] = [...prefix, process.execPath, SERVER];
  const ends: string[] = [];
  let output: string[] = [];
  let stopping = false;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (text) => {
        output = [...output, ...String(text).trimEnd().split('\n')].slice(-LINES_KEPT);
      });
    }
    started.on('exit', (code, signal) => {
      if (stopping) return;
      ends.push(signal ?? `status ${code}`);
      setTimeout(() => {
        if (!stopping) child = start();
      }, RESTART_MS);
    });
    return started;
  }

  const killAtEnd = () => void child.kill('SIGKILL');
  process.on('exit', killAtEnd);

  const readReadiness = () =>
    fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );

  return {
    url,
    pid: () => child.pid ?? 0,
    ends,
    readOutput: () => output.join('\n'),
    kill: (signal) => void child.kill(signal),
    readiness: readReadiness,
    async waitUntilReady(limitMs = READY_MS) {
      const begin = performance.now();
      while ((await readReadiness()) !== 200) {
        if (performance.now() - begin > limitMs) {
          throw new Error(
            `the server was not ready within ${limitMs / 1000} s; its output:\n${output.join('\n')}`,
          );
        }
        await sleep(20);
      }
      return performance.now() - begin;
    },
    async stop() {
      stopping = true;
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
      child.kill('SIGTERM');
      const until = performance.now() + STOP_MS;
      while (!hasEnded() && performance.now() < until) await sleep(50);
      if (!hasEnded()) child.kill('SIGKILL');
      process.off('exit', killAtEnd);
      return child.signalCode ?? (hasEnded() ? `status ${child.exitCode}` : 'SIGKILL');
    },
  };
}
