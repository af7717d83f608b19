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

it('the reader of postmaster.pid reads pid, port and status as PostgreSQL writes them', async () => {
  const text = '4711\n/data/postgres/data\n1763700000\n39123\n\n127.0.0.1\n   123456    32769\nready   \n';
  await writeFile(join(data, 'postmaster.pid'), text);
  expect(await readPostmasterFile(data)).toEqual({ pid: 4711, port: 39123, status: 'ready' });
});

it('the reader of postmaster.pid reads a file that isn’t complete yet', async () => {
  await writeFile(join(data, 'postmaster.pid'), '4711\n');
  expect(await readPostmasterFile(data)).toEqual({ pid: 4711, port: 0, status: '' });
});

it.each(['', 'rubbish\n'])('the reader of postmaster.pid reads no postmaster from %j', async (text) => {
  await writeFile(join(data, 'postmaster.pid'), text);
  expect(await readPostmasterFile(data)).toBeNull();
});

it('the reader of postmaster.pid finds no postmaster without a file', async () => {
  expect(await readPostmasterFile(data)).toBeNull();
});

it('the reader of postmaster.pid ignores another program with that pid', async () => {
  expect(await identifyPostmaster(process.pid, data)).toBeNull();
});
