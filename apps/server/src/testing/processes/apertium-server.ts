import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { ensureProgram } from './ensure-program.ts';

const PAIRS = '/usr/share/apertium';
const SERVER = '/usr/bin/apertium-apy';

/** Installs Apertium with English and Spanish if necessary. Returns true if it can be run. */
export const ensureApertium = async (): Promise<boolean> =>
  (await ensureProgram(SERVER, 'apertium-apy apertium-eng-spa')) && existsSync(`${PAIRS}/modes/eng-spa.mode`);

/** Starts a real APy server with the installed language pairs. */
export async function startApertium(): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(SERVER, ['-p', String(port), PAIRS], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  while (!(await fetch(`${url}/listPairs`).catch(() => null))?.ok) {
    if (hasEnded) throw new Error('apertium-apy ended unexpectedly');
    await sleep(50);
  }
  return {
    url,
    close: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
