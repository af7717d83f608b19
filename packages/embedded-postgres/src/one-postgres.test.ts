import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from './open-embedded.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import {
  nextLine,
  type OwnerOptions,
  type OwnerProcess,
  startOwnerProcess,
} from './testing/owner-process.ts';
import { signalProcess } from './testing/signal-process.ts';

const isRoot = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
let owners: OwnerProcess[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-one-'));
  dataDir = join(parent, 'data');
  owners = [];
});

afterEach(async () => {
  for (const owner of owners) await owner.kill();
  const pid = await readPostmasterPid();
  if (pid) signalProcess(pid, 'SIGKILL');
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

async function startOwner(options: Partial<OwnerOptions> = {}): Promise<OwnerProcess> {
  const owner = await startOwnerProcess({ dataDir, ...options });
  owners.push(owner);
  return owner;
}

async function readPostmasterPid(): Promise<number | undefined> {
  return (await readPostmasterFile(join(dataDir, 'postgres', 'data')))?.pid;
}

describe('one PostgreSQL on a data folder', () => {
  it('is started by exactly one of three concurrent servers, initially and after a crash', async () => {
    for (let round = 0; round < 2; round += 1) {
      const started = await Promise.all([startOwner(), startOwner(), startOwner()]);
      const winners = started.filter(({ url }) => url !== undefined);
      expect(winners).toHaveLength(1);
      const message = `${dataDir} is in use by another process (pid ${winners[0]?.child.pid})`;
      expect(started.filter(({ refused }) => refused?.includes(message))).toHaveLength(2);
      await winners[0]?.kill();
    }
  });

  it.runIf(isRoot)('rejects servers in other containers while the first one is under full load', async () => {
    const first = await startOwner({ task: 'load' });
    expect(first.url).toBeDefined();
    const postmaster = await readPostmasterPid();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const second = await startOwner({ container: 'same network' });
      expect(second.refused).toContain('is in use by another process');
    }
    expect(await readPostmasterPid()).toBe(postmaster);
  });

  it.runIf(isRoot).each(['same network', 'own network'] as const)(
    'isn’t started in a container (%s) while a killed server’s PostgreSQL is running',
    async (container) => {
      const first = await startOwner();
      const survivor = await readPostmasterPid();
      await first.kill();
      const second = await startOwner({ container });
      expect(second.refused).toMatch(/in use by another process|still uses these files.*another container/);
      expect(await readPostmasterPid()).toBe(survivor);
      const { url, stop } = await openEmbedded({ dataDir, name: 'owner', log: () => undefined });
      expect(url).toBe(first.url);
      await stop();
    },
  );
});

describe('a server without a free file descriptor', () => {
  it('doesn’t consider its PostgreSQL lost', async () => {
    const first = await startOwner({ task: 'use up descriptors' });
    expect(await nextLine(first.child)).toEqual({ opened: expect.any(Number) });
  });

  it('doesn’t consider an adopted PostgreSQL lost', async () => {
    const killed = await startOwner();
    await killed.kill();
    const second = await startOwner({ task: 'use up descriptors' });
    expect(second.url).toBe(killed.url);
    expect(await nextLine(second.child)).toEqual({ opened: expect.any(Number) });
  });
});
