import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary-folder.ts';

const exists = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  );

it('temporary folders of killed processes are deleted after a day, but not those of running ones', async () => {
  const [old, recent] = await Promise.all([makeTemporaryFolder(), makeTemporaryFolder()]);
  onTestFinished(() => rm(recent, { recursive: true }));
  await writeFile(path.join(old, 'sound.raw'), 'x');
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await sweepTemporaryFolders();
  expect([await exists(old), await exists(recent)]).toEqual([false, true]);
});
