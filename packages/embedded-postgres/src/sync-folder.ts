import { open } from 'node:fs/promises';

/** Syncs a folder, so that a rename, a link or a new file survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, but syncs them automatically.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems can't sync a folder.
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}
