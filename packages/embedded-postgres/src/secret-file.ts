import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

const MIN_CHARACTERS = 32;

/**
 * Creates a file with a random secret (mode 600), unless it exists. Links it into place once it is complete and synced, so that a
 * full disk or a power failure leaves no empty file, and two concurrent starts use the same secret.
 */
export async function createSecretFile(path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  const secret = `${randomBytes(48).toString('base64url')}\n`;
  try {
    await writeFile(unfinished, secret, { mode: 0o600, flag: 'wx', flush: true });
    await link(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(dirname(path));
}

/**
 * Reads a secret; null if the file doesn't exist. If it is damaged, throws an error with the instructions in `remedy` rather than
 * replacing it.
 */
export async function readSecretFile(path: string, remedy: string): Promise<string | null> {
  let secret: string;
  try {
    secret = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (secret.length >= MIN_CHARACTERS) return secret;
  throw new Error(
    `${path} is damaged: it must hold a secret of at least ${MIN_CHARACTERS} characters. ${remedy}`,
  );
}
