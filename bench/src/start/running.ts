import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { findServerProcess, sendSignal } from '../processes.ts';

const START_MS = 60_000;
const STOP_MS = 30_000;
/** Interval of readiness checks, which limits the accuracy. */
const POLL_MS = 10;

/** Variables that npm sets for the bench, and that would affect an npm in another folder. */
const OF_THIS_NPM = /^(INIT_CWD$|npm_config_(workspace|local_prefix)|npm_package_|npm_lifecycle_)/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_NPM.test(name)));

/** Runs a command to its end. Throws with its output if it fails. */
export async function runIn(folder: string, command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`);
}

export type Started = { url: string; stop: () => Promise<void> };

/** Runs `npm start` in a folder, and waits until the server is ready. */
export async function startWithNpm(folder: string, dataDir: string): Promise<Started> {
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://localhost:${port}`;
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm, its shell and the server form one process group.
    detached: true,
  });
  try {
    await waitUntilReady(child, `${url}/health/ready`);
  } catch (error) {
    await stopGroup(child);
    throw error;
  }
  return { url, stop: () => stopGroup(child) };
}

async function waitUntilReady(child: ChildProcess, address: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await sleep(POLL_MS);
  }
  throw new Error('the server did not become ready');
}

/**
 * Stops the server by signalling its process: npm's shell doesn't forward signals, and a second signal makes the server exit
 * without stopping its database.
 */
async function stopGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  const server = await findServerProcess(pid).catch(() => null);
  if (server !== null) sendSignal(server, 'SIGTERM');
  const until = Date.now() + STOP_MS;
  while (server !== null && sendSignal(-pid, 0) && Date.now() < until) await sleep(50);
  sendSignal(-pid, 'SIGKILL');
}
