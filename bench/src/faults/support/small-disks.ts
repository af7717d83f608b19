import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisks = {
  /** Command prefix that gives a command access to the disks. */
  prefix: string[];
  /** Path of a disk for processes started with `prefix`. */
  folderOf: (name: string) => string;
  /** Path of a disk for this process. */
  reach: (name: string) => string;
  fill: (name: string) => void;
  makeRoom: (name: string) => void;
  close: () => Promise<void>;
};

const UNSHARE = '/usr/bin/unshare';
const BLOCK = Buffer.alloc(64 * 1024);

/** Fills the disk completely. */
function fillWith(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let size = BLOCK.length; size > 0; ) {
      try {
        writeSync(descriptor, BLOCK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Mounts small disks in memory, by name and size in MiB, in a separate mount namespace: they disappear with the process that
 * holds it, and other processes can't see them. Returns null without permission.
 */
export async function mountSmallDisks(sizes: Record<string, number>): Promise<SmallDisks | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const getFolder = (name: string) => path.join(folder, name);
  for (const name of Object.keys(sizes)) await mkdir(getFolder(name));
  const mounts = Object.entries(sizes).map(
    ([name, size]) => `mount -t tmpfs -o size=${size}m none ${getFolder(name)}`,
  );
  const script = [...mounts, 'echo mounted', 'exec sleep infinity'].join(' && ');
  const holder = spawn(UNSHARE, ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const release = () => void holder.kill('SIGKILL');
  process.on('exit', release);
  const close = async () => {
    process.off('exit', release);
    release();
    await rm(folder, { recursive: true, force: true });
  };
  const isMounted = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
    once(holder, 'error').then(() => false),
  ]);
  if (!isMounted) {
    await close();
    return null;
  }
  const reachFolder = (name: string) => `/proc/${holder.pid}/root${getFolder(name)}`;
  const getBallastFile = (name: string) => path.join(reachFolder(name), 'ballast');
  return {
    prefix: ['nsenter', '--mount', '--target', String(holder.pid), '--'],
    folderOf: getFolder,
    reach: reachFolder,
    fill: (name) => fillWith(getBallastFile(name)),
    makeRoom: (name) => rmSync(getBallastFile(name), { force: true }),
    close,
  };
}
