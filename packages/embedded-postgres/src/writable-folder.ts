import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Creates a folder if it doesn't exist. On failure, throws an error that names the setting. */
export async function makeFolder(path: string, setting: string): Promise<void> {
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new Error(`The folder ${folder} (${setting}) can't be created: ${await explain(folder, error)}`);
  }
}

/** Like {@link makeFolder}, but also checks that this process can write to it. */
export async function makeWritableFolder(path: string, setting: string): Promise<void> {
  await makeFolder(path, setting);
  const folder = resolve(path);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`The folder ${folder} (${setting}) isn't writable: ${await explain(folder, error)}`);
  }
}

async function explain(folder: string, error: unknown): Promise<string> {
  const ancestor = await findExistingAncestor(folder);
  if (!ancestor.isFolder) {
    return `${ancestor.path} is a file. Move it away, or choose another folder.`;
  }
  // On a read-only file system mkdir fails with ENOENT, because Node continues with the parent folder.
  const { code, message } = await access(ancestor.path, constants.W_OK | constants.X_OK).then(
    () => error as NodeJS.ErrnoException,
    (accessError: NodeJS.ErrnoException) => accessError,
  );
  if (code === 'EROFS') {
    return `${ancestor.path} is on a read-only file system. Mount it writable, or choose another folder.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `this user can't write to ${ancestor.path}. Make the user its owner, or choose another folder.`;
  }
  return `${message}. Choose another folder.`;
}

async function findExistingAncestor(path: string): Promise<{ path: string; isFolder: boolean }> {
  const info = await stat(path).catch(() => null);
  if (info) return { path, isFolder: info.isDirectory() };
  return path === dirname(path) ? { path, isFolder: true } : findExistingAncestor(dirname(path));
}
