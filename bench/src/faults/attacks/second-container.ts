import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { info, none, type Report } from '../../report.ts';
import { serverCommand } from '../../tested-server.ts';
import type { RunOptions } from '../fault-run.ts';
import { inWords } from '../support/tally.ts';
import { type AttackedServer, withAttackedServer } from './attacked-server.ts';
import { openFlood } from './login-flood.ts';

const ATTEMPTS = 50;
const LOGINS = 190;
const ATTEMPT_MS = 60_000;
const FLOOD_PAUSE_MS = 20;
/** Command prefix that isolates a command like a container: it doesn't see other processes or their shared memory. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];

/** Counts the postmasters on a folder, in all containers. */
async function countPostmasters(dataDir: string): Promise<number> {
  const data = path.join(dataDir, 'postgres/data');
  const processes = new Map<string, string>();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split(
      '\0',
    );
    if (!program.endsWith('postgres') || args[args.indexOf('-D') + 1] !== data) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    processes.set(pid, /^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? '');
  }
  // A backend has its postmaster's command line until it gives itself a title.
  return [...processes.values()].filter((parent) => !processes.has(parent)).length;
}

type Outcome = { isSuccess: boolean; said: string };

/** Starts a second server on the folder. It succeeds if the server becomes ready, or runs a second PostgreSQL. */
async function attempt({ dataDir }: AttackedServer): Promise<Outcome> {
  const port = await getPort({ host: '127.0.0.1' });
  const [command = '', ...args] = [...CONTAINER, ...serverCommand()];
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => {
      hasEnded = true;
      resolve();
    });
  });
  let isSuccess = false;
  for (
    const until = performance.now() + ATTEMPT_MS;
    !hasEnded && performance.now() < until;
    await sleep(200)
  ) {
    if ((await countPostmasters(dataDir)) > 1) isSuccess = true;
    if (isSuccess) break;
  }
  if (!hasEnded)
    isSuccess ||= (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.ok ?? false;
  const endedByItself = hasEnded;
  child.kill('SIGKILL');
  await ended;
  const line = /"msg":"([^"]+)"/.exec(said)?.[1] ?? said.trim().split('\n')[0] ?? '';
  const sentence = line.replaceAll(dataDir, 'DATA_DIR').replace(/\(pid \d+\)/, '(pid …)');
  return {
    isSuccess,
    said: (sentence || (endedByItself ? 'ended without a word' : 'killed while it waited')).slice(0, 120),
  };
}

/** Second servers in other pid and ipc namespaces on the folder of one that is under full load. Needs root. */
export async function runSecondContainer({ rounds = ATTEMPTS, say }: RunOptions): Promise<Report> {
  if (process.getuid?.() !== 0) {
    return { rows: [info('second-container', 'left out: namespaces need root')], notes: [] };
  }
  return withAttackedServer({ settings: { TRUST_PROXY: 'loopback' } }, { say }, async (stage) => {
    const { server } = stage;
    const flood = openFlood(server.url, { atOnce: LOGINS, isSpread: true });
    const flooding = flood.repeat(() => sleep(FLOOD_PAUSE_MS));
    const successes: number[] = [];
    const answers = new Map<string, number>();
    for (let number = 1; number <= rounds; number += 1) {
      const { isSuccess, said } = await attempt(stage);
      if (isSuccess) successes.push(number);
      answers.set(said, (answers.get(said) ?? 0) + 1);
      say(`attempt ${number} of ${rounds}: ${isSuccess ? 'a second PostgreSQL' : 'refused'} (${said})`);
      // The first server may have ended over it.
      if (isSuccess) await server.untilReady();
    }
    flood.stop();
    await flooding;
    return {
      rows: [
        none(`of ${rounds} attempts, those that ran on the folder of the first`, successes.length),
        info('the attempts said', inWords([...answers])),
        none('times that the first server ended', server.ends.length),
        info('log-ins meanwhile', inWords([...flood.counts])),
      ],
      notes: [
        `Each attempt is a server in pid and ipc namespaces of its own, as another container on the same volume is, while ${LOGINS} wrong log-ins are waited for all the time. It may try for ${ATTEMPT_MS / 1000} s.`,
      ],
      failures: [
        ...successes.map((number) => `attempt ${number} ran on the folder`),
        ...server.ends.map((end) => `the first server ended: ${end}`),
      ],
    };
  });
}
