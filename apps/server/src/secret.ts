import { createHmac } from 'node:crypto';
import path from 'node:path';
import { createSecretFile, readSecretFile } from '@sayback/embedded-postgres';

const REMEDY =
  'Restore it from a backup. If you have none, delete it: the next start makes a new one, and ' +
  'users who are signed in may have to sign in again.';

/**
 * Returns the installation's secret: the configured one, or else one generated at the first start and stored in the data folder
 * (mode 600).
 */
export async function openSecret(configured: string | null, dataDir: string): Promise<string> {
  if (configured) return configured;
  const file = path.join(dataDir, 'secret-key');
  const saved = await readSecretFile(file, REMEDY);
  if (saved !== null) return saved;
  await createSecretFile(file);
  return (await readSecretFile(file, REMEDY)) as string;
}

/** Derives a key for one purpose, so that, for example, the key for URLs can't sign tokens. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}
