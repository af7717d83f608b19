import { open } from 'node:fs/promises';

/** Makes a new name in a folder (of a rename, a link or a file) survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders; there the system sees to it.
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
