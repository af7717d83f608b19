import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, writeSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasHeartbeat, startHeartbeat, TIMEOUT_MS } from './heartbeat.ts';
import { type KernelLock, lockFile } from './kernel-lock.ts';

/** Thrown if another process has the data folder open. */
export class FolderInUse extends Error {
  constructor(folder: string, pid?: number) {
    super(
      `The data folder ${folder} is in use by another process${pid === undefined ? '' : ` (pid ${pid})`}. ` +
        'Stop that process first, or use another data folder.',
    );
    this.name = 'FolderInUse';
  }
}

const EXIT_MS = 1000;

export type DataDirLock = { release(): Promise<void> };

type Options = { log?: (message: string) => void; timeoutMs?: number };

/** `id` distinguishes processes with the same pid in different containers. */
type Owner = { pid: number; kernel: string; id: string };

/** statfs(2) types of ext, XFS, Btrfs, ZFS, tmpfs, overlay, F2FS and bcachefs: only this kernel writes to them. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0x01021994, 0x794c7630, 0xf2f52010, 0xca451a4e,
]);

/**
 * Makes this process the only owner of a data folder, or throws FolderInUse. The kernel releases the lock when the process ends.
 * Without a kernel lock, or on a network file system, where other machines may not see the lock, the owner also runs a heartbeat,
 * and a new owner waits until the heartbeat stops.
 */
export async function lockDataDir(folder: string, options: Options = {}): Promise<DataDirLock> {
  const { log = () => undefined, timeoutMs = TIMEOUT_MS } = options;
  const path = join(folder, 'owner.lock');
  const lock = await lockWithRetries(path, EXIT_MS);
  if (lock.state === 'held') throw new FolderInUse(folder, (await readOwner(path))?.pid);
  const { fd } = lock;
  try {
    const self: Owner = { pid: process.pid, kernel: await readKernelId(), id: randomUUID() };
    const isLockSufficient = lock.state === 'locked' && (await isLocalFileSystem(folder));
    if (!isLockSufficient) {
      const owner = await readOwner(path);
      // This process holds the lock, so a recorded owner on this kernel is dead.
      const isDead = owner === null || (lock.state === 'locked' && owner.kernel === self.kernel);
      if (!isDead) {
        log(`Waiting up to ${timeoutMs / 1000} s: a server on another machine may have ${folder} open.`);
        if (await hasHeartbeat(path, timeoutMs)) throw new FolderInUse(folder, owner.pid);
      }
    }
    ftruncateSync(fd);
    writeSync(fd, JSON.stringify(self));
    if (lock.state === 'unsupported') await throwIfRaced(folder, path, self);
    const stop = isLockSufficient ? async () => undefined : startHeartbeat(path);
    return {
      async release() {
        await stop();
        ftruncateSync(fd);
        closeSync(fd);
      },
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Detects a race. Without a lock, two processes may write the owner file at the same time, but only one of them then reads back
 * its own content.
 */
async function throwIfRaced(folder: string, path: string, self: Owner): Promise<void> {
  await sleep(1000);
  const owner = await readOwner(path);
  if (owner?.id !== self.id) throw new FolderInUse(folder, owner?.pid);
}

/**
 * Takes the lock with retries, because a killed owner, or a program that it was starting, holds the lock until the kernel has
 * cleaned up.
 */
async function lockWithRetries(path: string, waitMs: number): Promise<KernelLock> {
  const until = Date.now() + waitMs;
  for (;;) {
    const lock = lockFile(path);
    if (lock.state !== 'held' || Date.now() > until) return lock;
    await sleep(50);
  }
}

/** Reads the owner; null after a release, or if a power failure interrupted writing. */
async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Reads an id that is shared by all containers on a kernel and changes on reboot. */
async function readKernelId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(hostname)).trim();
}

async function isLocalFileSystem(folder: string): Promise<boolean> {
  return process.platform === 'linux' && LOCAL_FILE_SYSTEMS.has((await statfs(folder)).type);
}
