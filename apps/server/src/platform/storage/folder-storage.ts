import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Keeps media in a folder: written beside its place, flushed to the disk, and moved there when whole. */
export async function openFolderStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true });

  function locate(key: string): string {
    if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`);
    return path.join(folder, key);
  }

  return {
    async put(key, content) {
      const place = locate(key);
      const unfinished = `${place}.unfinished`;
      await mkdir(path.dirname(place), { recursive: true });
      try {
        await pipeline(content, createWriteStream(unfinished, { flush: true }));
        const { size } = await stat(unfinished);
        await rename(unfinished, place);
        return size;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async size(key) {
      try {
        return (await stat(locate(key))).size;
      } catch {
        return null;
      }
    },

    async read(key, range) {
      const file = await open(locate(key));
      return createReadStream('', { fd: file, ...range });
    },

    async list(folder) {
      const found = await readdir(locate(folder), { withFileTypes: true }).catch(() => []);
      return found.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`);
    },

    remove: (key) => rm(locate(key), { force: true }),
  };
}
