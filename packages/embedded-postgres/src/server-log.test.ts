import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServerLog, readLastLines } from './server-log.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-log-'));
  path = join(folder, 'postgres.log');
});

afterEach(() => rm(folder, { recursive: true }));

async function write(text: string): Promise<void> {
  const log = await openServerLog(path);
  await log.write(text);
  await log.close();
}

it('the server log of earlier starts is preserved', async () => {
  await write('first\n');
  await write('second\n');
  expect(await readFile(path, 'utf8')).toBe('first\nsecond\n');
});

it('a large server log is rotated', async () => {
  await writeFile(`${path}.1`, 'older');
  await writeFile(path, Buffer.alloc(9 * 1024 * 1024, '\n'));
  await write('new\n');
  expect(await readFile(path, 'utf8')).toBe('new\n');
  expect(await readdir(folder)).toEqual(['postgres.log', 'postgres.log.1']);
  expect(await readFile(`${path}.1`, 'utf8')).not.toBe('older');
});

it('readLastLines omits earlier starts', async () => {
  await writeFile(path, 'earlier\nFATAL:  failed\n');
  expect(await readLastLines(path, 'earlier\n'.length)).toBe('FATAL:  failed');
});
