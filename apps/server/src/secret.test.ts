import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecret } from './secret.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayback-secret-'));
  file = join(folder, 'secret-key');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a secret file', () => {
  it('is created once, readable only by its owner, without leaving temporary files', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => openSecret(null, folder)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
    expect(await openSecret(null, folder)).toBe(secrets[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secret-key']);
  });

  it.each(['', '\n', 'x'.repeat(31)])('is rejected, but not replaced, if it is damaged: %j', async (text) => {
    await writeFile(file, text);
    await expect(openSecret(null, folder)).rejects.toThrow(
      /secret-key is damaged: .* at least 32 characters\. Restore it from a backup\. .* delete it/,
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
