import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

/** A process that runs a program. `ended` resolves with its exit status; null if a signal ended it. */
export type Program = { process: ChildProcess; output: () => string; ended: Promise<number | null> };

/** A server at `url`. `stop` ends it gracefully, `kill` with SIGKILL. */
export type ServerProcess = Program & {
  url: string;
  port: number;
  stop: () => Promise<number | null>;
  kill: () => Promise<void>;
};

/** The programs as built, which the tests' set-up brings up to date: they start in a third of the time. */
export const PROGRAMS = {
  server: fileURLToPath(new URL('../../../dist/main.js', import.meta.url)),
  admin: fileURLToPath(new URL('../../../dist/admin/main.js', import.meta.url)),
};

/** Cache of compiled modules, shared by all tests: compiling takes most of a start. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../../../node_modules/.cache/compile', import.meta.url));

/** Runs a program in a process, with only these environment variables. */
export function runProgram(
  file: string,
  args: string[],
  settings: Record<string, string>,
  wrapper: string[] = [],
): Program {
  const node = [process.execPath, '--conditions=source', file, ...args];
  const [command, ...rest] = [...wrapper, ...node];
  const child = spawn(command as string, rest, {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings },
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return { process: child, output: () => text, ended };
}

const START_MS = 240_000;

/**
 * Starts the server from `main`, and waits until it is ready. Throws with the server's output after four minutes. `wrapper` is
 * a command that executes its arguments.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  main = PROGRAMS.server,
  wrapper: string[] = [],
): Promise<ServerProcess> {
  const port = settings.PORT ? Number(settings.PORT) : await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const program = runProgram(main, [], { ...settings, PORT: String(port) }, wrapper);
  let hasEnded = false;
  program.ended.then(() => {
    hasEnded = true;
  });
  const until = Date.now() + START_MS;
  while (!(await fetch(`${url}/health/ready`).catch(() => null))?.ok) {
    if (hasEnded) throw new Error(`the server ended: ${program.output()}`);
    if (Date.now() > until) {
      program.process.kill('SIGKILL');
      throw new Error(`the server did not become ready: ${program.output()}`);
    }
    await sleep(30);
  }
  return {
    ...program,
    url,
    port,
    stop: () => {
      program.process.kill('SIGTERM');
      return program.ended;
    },
    kill: async () => {
      program.process.kill('SIGKILL');
      await program.ended;
    },
  };
}
