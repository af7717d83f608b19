import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PAIRS = '/usr/share/apertium';
const SERVER = '/usr/bin/apertium-apy';

/** Two test files may want it at the same time: the second waits, and finds it there. */
const LOCK_PROGRAM = '/usr/bin/flock';
const LOCK = path.join(tmpdir(), 'sayback-apertium.lock');
const INSTALL = `test -x ${SERVER} || {
  apt-get -o Acquire::http::Timeout=20 update &&
  apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends apertium-apy apertium-eng-spa
}`;
const PATIENCE_MS = 300_000;

const isInstalled = () => existsSync(SERVER) && existsSync(`${PAIRS}/modes/eng-spa.mode`);

/** Whether the real Apertium can be run here: it is installed, or brought when root on Debian. */
export async function ensureApertium(): Promise<boolean> {
  if (isInstalled()) return true;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  const installing = spawn(LOCK_PROGRAM, [LOCK, 'sh', '-c', INSTALL], {
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  await new Promise<void>((resolve) => {
    installing.on('error', () => resolve());
    installing.on('close', () => resolve());
  });
  return isInstalled();
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** A real APy server with the pairs of this machine. */
export async function startApertium(): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(SERVER, ['-p', String(port), PAIRS], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  while (!(await fetch(`${url}/listPairs`).catch(() => null))?.ok) {
    if (hasEnded) throw new Error('apertium-apy ended by itself');
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
