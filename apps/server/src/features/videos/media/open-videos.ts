import { LRUCache } from 'lru-cache';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { isOpenToLearners, videoReader } from '../find-visible-video.ts';

const REMEMBERED = 10_000;
/** Maximum time for which a closed video continues to play. A player requests a range every few seconds. */
const TTL_MS = 5000;

/** Returns whether videos are open to learners, cached for a few seconds. */
export function createOpenVideos(db: PooledDatabase) {
  const { find } = videoReader(db);
  const open = new LRUCache<number, boolean>({
    max: REMEMBERED,
    ttl: TTL_MS,
    // While the database is down, videos that were playing continue.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (id) => {
      const video = await find(id);
      return video !== null && isOpenToLearners(video);
    },
  });
  return {
    /** Returns true if the stored object belongs to a video that is open to learners. */
    async hasKey(storageKey: string): Promise<boolean> {
      const id = /^videos\/(\d{1,15})\//.exec(storageKey)?.[1];
      return id !== undefined && (await open.fetch(Number(id))) === true;
    },
  };
}

export type OpenVideos = ReturnType<typeof createOpenVideos>;
