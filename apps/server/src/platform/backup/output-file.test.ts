import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openOutputFile } from './output-file.ts';

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-output-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('two backups to one file at the same time each save only their own archive', async () => {
  const file = path.join(await openFolder(), 'sayback.tar');
  const first = await openOutputFile(file);
  first.stream.write('first, ');
  const second = await openOutputFile(file);
  second.stream.write('second, ');
  first.stream.end('complete');
  await first.commit();
  expect(await readFile(file, 'utf8')).toBe('first, complete');
  second.stream.end('complete');
  await second.commit();
  expect(await readFile(file, 'utf8')).toBe('second, complete');
});

it('removes partial files of interrupted backups to the same file after an hour', async () => {
  const folder = await openFolder();
  const id = '8a6c3c0e-4c0c-4b57-9d6e-0f0b3a0d6a11';
  const old = ['a.tar.unfinished', `a.tar.${id}.unfinished`, `b.tar.${id}.unfinished`, 'a.tar.notes'];
  const hourAgo = Date.now() / 1000 - 61 * 60;
  for (const name of old) {
    await writeFile(path.join(folder, name), 'x');
    await utimes(path.join(folder, name), hourAgo, hourAgo);
  }
  const recent = `a.tar.${id.replace('8', '9')}.unfinished`;
  await writeFile(path.join(folder, recent), 'x');
  const output = await openOutputFile(path.join(folder, 'a.tar'));
  output.stream.end('archive');
  await output.commit();
  expect((await readdir(folder)).sort()).toEqual(
    ['a.tar', 'a.tar.notes', recent, `b.tar.${id}.unfinished`].sort(),
  );
});
