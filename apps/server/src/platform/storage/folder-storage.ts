import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, syncFolder } from '@sayback/embedded-postgres';
import { ObjectNotFound, requireKey, type Storage, StorageUnavailable, TrackedSource } from './storage.ts';

const UNFINISHED = '.unfinished';
/**
 * Age after the last write at which a file is abandoned. Even the slowest upload writes every 30 seconds; the margin allows for
 * different clocks of servers and a network share.
 */
const ABANDONED_MS = 60 * 60 * 1000;
const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isMissing = (error: unknown) => errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';

/** Converts a system error, such as a full disk or a missing network share. */
function unavailable(error: unknown): StorageUnavailable {
  const isFull = DISK_FULL.includes(errorCode(error));
  return new StorageUnavailable('The media folder failed.', { cause: error, isFull });
}

/**
 * Lists the files below a folder by their relative paths, through links to folders, except in subfolders of others, such as
 * `lost+found` in the root of an ext4 file system.
 */
async function* listFiles(root: string, subfolder = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(root, subfolder), { withFileTypes: true }).catch(
    (error: unknown) => {
      if (subfolder && errorCode(error) === 'EACCES') return [];
      throw error;
    },
  );
  for (const entry of entries) {
    const name = path.join(subfolder, entry.name);
    const target = entry.isSymbolicLink() ? await stat(path.join(root, name)).catch(() => null) : entry;
    if (target?.isDirectory()) yield* listFiles(root, name);
    else yield name;
  }
}

/** Stores media in a folder: written to a temporary file, flushed to the disk, and renamed when complete. */
export async function openFolderStorage(folder: string): Promise<Storage> {
  await makeFolder(folder, 'MEDIA_DIR');

  function locate(key: string): string {
    requireKey(key);
    return path.join(folder, key);
  }

  return {
    parts: null,

    async put(key, content) {
      const file = locate(key);
      // Concurrent writes of one key use separate files; the last to finish wins.
      const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
      const source = new TrackedSource();
      try {
        await mkdir(path.dirname(file), { recursive: true });
        // Open the file first: a stream could create it after the removal below.
        const opened = await open(unfinished, 'wx');
        await pipeline(source.read(content), opened.createWriteStream({ flush: true }));
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw source.failure ? error : unavailable(error);
      }
      await syncFolder(path.dirname(file)).catch(() => undefined);
      return source.bytes;
    },

    async size(key) {
      const file = locate(key);
      try {
        const info = await stat(file);
        return info.isFile() ? info.size : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw unavailable(error);
      }
    },

    async read(key, range) {
      const path = locate(key);
      const file = await open(path).catch((error: unknown) => {
        throw isMissing(error) ? new ObjectNotFound(`Nothing is stored as ${key}.`) : unavailable(error);
      });
      return createReadStream('', { fd: file, ...range });
    },

    async list(folder) {
      const directory = locate(folder);
      const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw unavailable(error);
      });
      const complete = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED));
      return complete.map(({ name }) => `${folder}/${name}`);
    },

    async listBefore(folder, before) {
      const directory = locate(folder);
      const old: string[] = [];
      try {
        for (const name of await readdir(directory, { recursive: true })) {
          if (name.endsWith(UNFINISHED)) continue;
          const info = await stat(path.join(directory, name)).catch(() => null);
          if (!info?.isFile() || info.mtimeMs >= before.getTime()) continue;
          old.push([folder, ...name.split(path.sep)].join('/'));
        }
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error);
      }
      return old;
    },

    async remove(key) {
      const file = locate(key);
      await rm(file, { force: true }).catch((error: unknown) => {
        if (!isMissing(error)) throw unavailable(error);
      });
    },

    abandonedMs: ABANDONED_MS,

    async removeUnfinished(before) {
      try {
        for await (const name of listFiles(folder)) {
          if (!name.endsWith(UNFINISHED)) continue;
          const file = path.join(folder, name);
          // Files modified recently are still being written.
          const info = await stat(file).catch(() => null);
          if (info && info.mtimeMs < before.getTime()) await rm(file, { force: true });
        }
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}
