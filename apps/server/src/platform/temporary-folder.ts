import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'sayback-work-';
/** Age at which a folder counts as abandoned, longer than any work: another server on this machine may be using it. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Creates a temporary folder. The caller has to delete it; the next start deletes those of killed processes. */
export const makeTemporaryFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), PREFIX));

/** Deletes folders left by killed processes, once they are a day old. Never rejects. */
export async function sweepTemporaryFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const stats = await stat(folder).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
