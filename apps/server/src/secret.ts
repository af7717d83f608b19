import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The secret of this installation: as given, else made at first start and kept in the data folder (mode 600). */
export async function openSecret(given: string | null, dataDir: string): Promise<string> {
  if (given) return given;
  const file = path.join(dataDir, 'secret-key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}

/** A key for one purpose, so that what signs addresses can't sign tokens. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}
