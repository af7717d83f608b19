import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PLACES = '/usr/lib';
const LIBRARY = 'faketime/libfaketimeMT.so.1';
const INSTALL = `
  apt-get -o Acquire::http::Timeout=20 update &&
  apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends faketime`;
const TIMEOUT_MS = 300_000;

async function findLibrary(): Promise<string | null> {
  const folders = await readdir(PLACES).catch(() => []);
  return folders.map((name) => path.join(PLACES, name, LIBRARY)).find((file) => existsSync(file)) ?? null;
}

/** Debian's libfaketime, which is brought when it isn't there; null where that can't be done. */
async function ensureFaketime(): Promise<string | null> {
  const library = await findLibrary();
  if (library) return library;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return null;
  const installing = spawn('sh', ['-c', INSTALL], { stdio: 'ignore', timeout: TIMEOUT_MS });
  await new Promise<void>((resolve) => {
    installing.on('error', () => resolve());
    installing.on('close', () => resolve());
  });
  return findLibrary();
}

export type FakeClock = {
  /** Environment of a process that uses the clock. */
  settings: Record<string, string>;
  /** Sets the clock ahead of the true time, in seconds. Takes effect within a second. */
  shift: (seconds: number) => Promise<void>;
};

/** A clock that jumps while the process runs; what measures spans continues evenly, as after a true jump. */
export async function openFakeClock(file: string): Promise<FakeClock | null> {
  const library = await ensureFaketime();
  if (!library) return null;
  const shift = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await shift(0);
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    shift,
  };
}
