import { readdir } from 'node:fs/promises';

/** The names of the files in a folder and those below. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Counts the unfinished files in a media folder, and all files. */
export async function leftOver(folder: string): Promise<string> {
  const names = await filesOf(folder);
  const unfinished = names.filter((name) => name.endsWith('.unfinished'));
  return `${unfinished.length} unfinished of ${names.length} in all`;
}
