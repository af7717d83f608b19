import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecret } from '../secret.ts';
import { createSecretFile, readSecretFile } from './secret-file.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayback-secret-'));
  file = join(folder, 'secret-key');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a secret file', () => {
  it('is made once, for its owner alone, and leaves nothing else behind', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => openSecret(null, folder)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
    expect(await openSecret(null, folder)).toBe(secrets[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secret-key']);
  });

  it.each(['', '\n', 'x'.repeat(31)])('is refused and kept when it is damaged: %j', async (text) => {
    await writeFile(file, text);
    await expect(openSecret(null, folder)).rejects.toThrow(
      /secret-key is damaged: .* at least 32 characters\. Restore it from a backup\. .* delete it/,
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('is null where there is none', async () => {
    expect(await readSecretFile(file, '')).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)('is not made, not even empty, on a full disk', async () => {
    // A file system of one page, which another file fills.
    const script = `
      mount -t tmpfs -o size=4k tmpfs "$1" && head -c 4096 /dev/zero > "$1/full" && shift && "$@"`;
    const program = `
      import { readdirSync } from 'node:fs';
      import { createSecretFile } from ${JSON.stringify(new URL('./secret-file.ts', import.meta.url).href)};
      const { code } = await createSecretFile(process.env.SECRET_FILE).catch((error) => error);
      console.log(JSON.stringify([code, readdirSync(process.env.FOLDER)]));`;
    const node = [process.execPath, '--input-type=module', '-e', program];
    const args = ['--mount', 'sh', '-c', script, 'sh', folder, ...node];
    const env = { PATH: process.env.PATH, SECRET_FILE: file, FOLDER: folder };
    const said = await new Promise<string>((resolve, reject) => {
      execFile('unshare', args, { env }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });
    expect(JSON.parse(said)).toEqual(['ENOSPC', ['full']]);
    await createSecretFile(file);
    expect(await readSecretFile(file, '')).toHaveLength(64);
  });
});
