import { LRUCache } from 'lru-cache';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { isOpenToLearners, videoReader } from '../find-visible-video.ts';

const CACHE_SIZE = 10_000;
/** Maximum time for which a closed video continues to play. Players request a range every few seconds. */
const TTL_MS = 5000;

/** Caches for a few seconds whether videos are open to learners. */
export function openVideoCache(db: PooledDatabase) {
  const { find } = videoReader(db);
  const isOpenById = new LRUCache<number, boolean>({
    max: CACHE_SIZE,
    ttl: TTL_MS,
    // Videos continue to play while the database is down.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (id) => {
      const video = await find(id);
      return video !== null && isOpenToLearners(video);
    },
  });
  return {
    /** Returns true if the stored object belongs to a video that is open to learners. */
    async isOpen(storageKey: string): Promise<boolean> {
      const id = /^videos\/(\d{1,15})\//.exec(storageKey)?.[1];
      return id !== undefined && (await isOpenById.fetch(Number(id))) === true;
    },
  };
}

export type OpenVideoCache = ReturnType<typeof openVideoCache>;
