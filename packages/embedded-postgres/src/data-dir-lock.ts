import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, writeSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasHeartbeat, SILENT_MS, startHeartbeat } from './heartbeat.ts';
import { type KernelLock, lockFile } from './kernel-lock.ts';

/** Thrown to the second server on a data folder. */
export class FolderInUse extends Error {
  constructor(folder: string, pid?: number) {
    super(
      `The data folder ${folder} is in use by another process${pid === undefined ? '' : ` (pid ${pid})`}. ` +
        'Stop that one first, or give this one a data folder of its own.',
    );
    this.name = 'FolderInUse';
  }
}

const EXIT_MS = 1000;

export type DataDirLock = { release(): Promise<void> };

type Options = { log?: (message: string) => void; silentMs?: number };

/** `id` tells apart two processes with the same pid in different containers. */
type Owner = { pid: number; kernel: string; id: string };

/** statfs(2) types of ext, XFS, Btrfs, ZFS, tmpfs, overlay, F2FS and bcachefs: only this kernel writes to them. */
const LOCAL = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0x01021994, 0x794c7630, 0xf2f52010, 0xca451a4e,
]);

/**
 * Makes this process the only owner of a data folder, or throws FolderInUse. The lock ends with the process, however it dies.
 * The owner also runs a heartbeat, and a new owner waits until it stops, if no kernel lock is available or another machine may
 * not see it (a network file system).
 */
export async function lockDataDir(folder: string, options: Options = {}): Promise<DataDirLock> {
  const { log = () => undefined, silentMs = SILENT_MS } = options;
  const path = join(folder, 'owner.lock');
  const lock = await lockWithin(path, EXIT_MS);
  if (lock.state === 'held') throw new FolderInUse(folder, (await readOwner(path))?.pid);
  const { fd } = lock;
  try {
    const self: Owner = { pid: process.pid, kernel: await thisKernel(), id: randomUUID() };
    const decides = lock.state === 'locked' && (await isLocal(folder));
    if (!decides) {
      const owner = await readOwner(path);
      // We hold the lock, so an owner on this kernel is dead.
      const isDead = owner === null || (lock.state === 'locked' && owner.kernel === self.kernel);
      if (!isDead) {
        log(`Waiting up to ${silentMs / 1000} s: a server on another machine may have ${folder} open.`);
        if (await hasHeartbeat(path, silentMs)) throw new FolderInUse(folder, owner.pid);
      }
    }
    ftruncateSync(fd);
    writeSync(fd, JSON.stringify(self));
    if (lock.state === 'unsupported') await refuseIfRaced(folder, path, self);
    const stop = decides ? async () => undefined : startHeartbeat(path);
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

/** Without a lock, two processes may have written at the same time: at most one then finds only its own text. */
async function refuseIfRaced(folder: string, path: string, self: Owner): Promise<void> {
  await sleep(1000);
  const owner = await readOwner(path);
  if (owner?.id !== self.id) throw new FolderInUse(folder, owner?.pid);
}

/** A killed owner holds its lock until the kernel has cleaned up, and so does a program that it was starting. */
async function lockWithin(path: string, waitMs: number): Promise<KernelLock> {
  const until = Date.now() + waitMs;
  for (;;) {
    const lock = lockFile(path);
    if (lock.state !== 'held' || Date.now() > until) return lock;
    await sleep(50);
  }
}

/** Null after an orderly release, or if a power cut left it half written. */
async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Containers on one kernel share it; a reboot changes it. */
async function thisKernel(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(hostname)).trim();
}

async function isLocal(folder: string): Promise<boolean> {
  return process.platform === 'linux' && LOCAL.has((await statfs(folder)).type);
}
