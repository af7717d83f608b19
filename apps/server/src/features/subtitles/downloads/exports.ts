import type { Storage } from '../../../platform/storage/storage.ts';

/** Lifetime of exported files: one day. */
export const RETENTION_SECONDS = 24 * 60 * 60;

const FOLDER = 'exports';

/** Returns a storage key that includes its time of creation. */
export const exportKey = (name: string, now: number = Date.now()): string => `${FOLDER}/${now}-${name}`;

export async function purgeExports(storage: Storage, now: number = Date.now()): Promise<void> {
  for (const key of await storage.list(FOLDER)) {
    const createdAt = Number(/^exports\/(\d+)-/.exec(key)?.[1] ?? 0);
    if (createdAt < now - RETENTION_SECONDS * 1000) await storage.remove(key);
  }
}
