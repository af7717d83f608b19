import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const WATCH_LOOP = fileURLToPath(new URL('../watch-loop.mjs', import.meta.url));
const POLL_MS = 5;

/** Returns settings with which a server monitors its event loop, and writes the result to a file in that folder. */
export const eventLoopSettings = (folder: string) => ({
  NODE_OPTIONS: `--import ${WATCH_LOOP}`,
  LOOP_FILE: path.join(folder, 'loop.json'),
});

/** Returns the longest delay of a monitored server's event loop since the last call, in milliseconds. */
export async function readLongestDelay(pid: number, folder: string): Promise<number> {
  const file = path.join(folder, 'loop.json');
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(POLL_MS);
  for (;;) {
    const text = await readFile(file, 'utf8');
    // The file can exist before it is complete.
    if (text.endsWith('}')) return JSON.parse(text).max;
    await sleep(POLL_MS);
  }
}
