import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DataDirLock, FolderInUse, lockDataDir } from './data-dir-lock.ts';

let folder: string;
let locks: DataDirLock[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-lock-'));
  locks = [];
});

afterEach(async () => {
  for (const lock of locks) await lock.release();
  await rm(folder, { recursive: true });
});

async function lock(options?: Parameters<typeof lockDataDir>[1]): Promise<DataDirLock> {
  const acquired = await lockDataDir(folder, options);
  locks.push(acquired);
  return acquired;
}

async function release(): Promise<void> {
  for (const acquired of locks.splice(0)) await acquired.release();
}

/** Makes this program the only one in the PATH. */
async function stubPath(program: string | null): Promise<void> {
  const programs = await mkdtemp(join(tmpdir(), 'embedded-programs-'));
  if (program) await symlink(program, join(programs, basename(program)));
  vi.stubEnv('PATH', programs);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(programs, { recursive: true });
  });
}

describe.each(['/usr/bin/flock', '/usr/bin/perl'].filter(existsSync))(
  'the lock on a data folder with %s',
  (program) => {
    beforeEach(() => stubPath(program));

    it('rejects a second owner with the folder and the first owner’s pid', async () => {
      await lock();
      const thrown = await lock().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(FolderInUse);
      expect((thrown as Error).message).toContain(folder);
      expect((thrown as Error).message).toContain(`pid ${process.pid}`);
    });

    it('can be acquired again after its release', async () => {
      await lock();
      await release();
      await lock();
      await expect(lock()).rejects.toThrow(FolderInUse);
    });

    it('is acquired by exactly one of many concurrent attempts', async () => {
      for (let round = 0; round < 3; round += 1) {
        const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => lock()));
        expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        await release();
      }
    });

    it.each(['', 'half a li', '{"pid":1,"kernel":"another machine"}'])(
      'ignores the file of a dead owner: %j',
      async (text) => {
        await writeFile(join(folder, 'owner.lock'), text);
        await expect(lock()).resolves.toBeDefined();
      },
    );
  },
);

describe('without a program that locks files', () => {
  beforeEach(() => stubPath(null));

  it('a second owner is rejected during the owner’s heartbeat', async () => {
    await lock();
    await expect(lock()).rejects.toThrow(`pid ${process.pid}`);
  });

  it('the heartbeat continues while the event loop is blocked', async () => {
    await lock();
    const readTouchTime = () => statSync(join(folder, 'owner.lock')).mtimeMs;
    const before = readTouchTime();
    const until = Date.now() + 60_000;
    while (readTouchTime() === before && Date.now() < until);
    expect(readTouchTime()).not.toBe(before);
  });

  it('a second owner waits, then replaces an owner without a heartbeat', async () => {
    await writeFile(join(folder, 'owner.lock'), '{"pid":1,"kernel":"another machine"}');
    const log = vi.fn();
    await expect(lock({ timeoutMs: 500, log })).resolves.toBeDefined();
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/Waiting up to .* another machine/));
  });

  it('a released folder is acquired without waiting', async () => {
    await lock();
    await release();
    const log = vi.fn();
    await lock({ log });
    expect(log).not.toHaveBeenCalled();
  });

  it('one of two concurrent attempts acquires the folder', async () => {
    const attempts = await Promise.allSettled([lock(), lock()]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
