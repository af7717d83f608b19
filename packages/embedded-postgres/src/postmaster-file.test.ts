import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { identifyPostmaster, readPostmasterFile } from './postmaster-file.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'embedded-pidfile-'));
});

afterEach(() => rm(data, { recursive: true }));

it('readPostmasterFile returns pid, port and status', async () => {
  const text = '4711\n/data/postgres/data\n1763700000\n39123\n\n127.0.0.1\n   123456    32769\nready   \n';
  await writeFile(join(data, 'postmaster.pid'), text);
  expect(await readPostmasterFile(data)).toEqual({ pid: 4711, port: 39123, status: 'ready' });
});

it('readPostmasterFile returns port 0 and no status from an incomplete file', async () => {
  await writeFile(join(data, 'postmaster.pid'), '4711\n');
  expect(await readPostmasterFile(data)).toEqual({ pid: 4711, port: 0, status: '' });
});

it.each(['', 'invalid\n'])('readPostmasterFile returns null for the content %j', async (text) => {
  await writeFile(join(data, 'postmaster.pid'), text);
  expect(await readPostmasterFile(data)).toBeNull();
});

it('readPostmasterFile returns null without a file', async () => {
  expect(await readPostmasterFile(data)).toBeNull();
});

it('identifyPostmaster returns null for the pid of another program', async () => {
  expect(await identifyPostmaster(process.pid, data)).toBeNull();
});
