import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimFolder, FolderInUse } from './owner-claim.ts';
import { markProcess } from './process-mark.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayback-claim-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function claimedBy(owner: object | string): Promise<string> {
  await (await claimFolder(folder)).release();
  const path = join(folder, 'owner', '1');
  await writeFile(path, typeof owner === 'string' ? owner : JSON.stringify(owner));
  return path;
}

async function thisProcess() {
  const mark = await markProcess(process.pid);
  if (mark === null) throw new Error('this process runs');
  return mark;
}

describe('the claim on a data folder', () => {
  it('is refused while another holds it, naming the folder and the owner', async () => {
    await claimFolder(folder);
    const refusal = await claimFolder(folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FolderInUse);
    expect((refusal as Error).message).toContain(folder);
    expect((refusal as Error).message).toContain(`pid ${process.pid}`);
  });

  it('can be made again after its release', async () => {
    await (await claimFolder(folder)).release();
    const claim = await claimFolder(folder);
    await expect(claimFolder(folder)).rejects.toThrow(FolderInUse);
    await claim.release();
  });

  it('is void when its process is gone', async () => {
    await claimedBy({ ...(await thisProcess()), pid: 0x3fffff });
    await expect(claimFolder(folder)).resolves.toBeDefined();
  });

  it('is void when its pid was given to another process since', async () => {
    await claimedBy({ ...(await thisProcess()), started: '1' });
    await expect(claimFolder(folder)).resolves.toBeDefined();
  });

  it('is void when a power cut left its file empty', async () => {
    await claimedBy('');
    await expect(claimFolder(folder)).resolves.toBeDefined();
  });

  it('is respected when its process is in another container and still touches it', async () => {
    const path = await claimedBy({ pid: 1, started: '7', place: 'another container' });
    const beat = setInterval(() => utimes(path, new Date(), new Date()), 300);
    await expect(claimFolder(folder)).rejects.toThrow(FolderInUse);
    clearInterval(beat);
  });

  it('is void when its process was in another container and touches it no more', async () => {
    await claimedBy({ pid: 1, started: '7', place: 'another container' });
    await expect(claimFolder(folder)).resolves.toBeDefined();
  });

  it('is won by exactly one of many that find a dead owner at the same instant', async () => {
    for (let round = 0; round < 20; round += 1) {
      await rm(join(folder, 'owner'), { recursive: true, force: true });
      await claimedBy({ ...(await thisProcess()), started: '1' });
      const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => claimFolder(folder)));
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('leaves nothing behind but the last claim', async () => {
    for (let round = 0; round < 3; round += 1) await (await claimFolder(folder)).release();
    expect(await readdir(join(folder, 'owner'))).toEqual(['3']);
  });
});
