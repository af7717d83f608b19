import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { closeAll } from './close-all.ts';
import { readConfig } from './config.ts';
import { openContext } from './open-context.ts';

const waitForever = () => new Promise<never>(() => undefined);

it('stopping runs all steps in order, even if some fail or never end, and then reports the failures', async () => {
  const closed: string[] = [];
  const steps = [
    { name: 'stuck', close: waitForever, limitMs: 10 },
    { name: 'wrong', close: async () => Promise.reject(new Error('broken')) },
    { name: 'right', close: async () => closed.push('right'), limitMs: 10_000 },
    { name: 'last', close: async () => closed.push('last') },
  ];
  await expect(closeAll(steps)).rejects.toThrow(/stuck did not close.*; broken/);
  expect(closed).toEqual(['right', 'last']);
});

it('stopping ends PostgreSQL even if a connection is never released, and reports that', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-stuck-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const context = await openContext(readConfig({ DATA_DIR: dataDir }), {
    log: () => undefined,
    onDatabaseLost: () => undefined,
  });
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  const connection = await context.db.$client.connect();
  await expect(context.close()).rejects.toThrow('Could not stop cleanly');
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  connection.release(true);
});
