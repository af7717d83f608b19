import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretFile, readSecretFile } from './secret-file.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-secret-'));
  file = join(folder, 'secret-key');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a secret file', () => {
  it('is read as null if it doesn’t exist', async () => {
    expect(await readSecretFile(file, '')).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)('isn’t created on a full disk', async () => {
    // Uses a full file system of one page.
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
    const message = await new Promise<string>((resolve, reject) => {
      execFile('unshare', args, { env }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });
    expect(JSON.parse(message)).toEqual(['ENOSPC', ['full']]);
    await createSecretFile(file);
    expect(await readSecretFile(file, '')).toHaveLength(64);
  });
});
