import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Router } from '../../http/serve.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Sound } from '../../platform/media/sound.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { RateLimits } from '../accounts/index.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import { readReports } from '../subtitles/index.ts';
import type { MediaSigner } from '../videos/index.ts';
import { makeAttemptPartitions } from './attempts/attempt-partitions.ts';
import { attemptReader } from './attempts/attempt-store.ts';
import { eraseAttempts } from './attempts/erase-attempts.ts';
import { recountPractice } from './attempts/recount-practice.ts';
import { exportMemory } from './memory/export-memory.ts';
import { memoryRoutes } from './memory/memory-routes.ts';
import { progressStore } from './progress-store.ts';
import { practiceRoutes } from './routes.ts';

export { makeAttemptPartitions } from './attempts/attempt-partitions.ts';
export { hasPractised } from './attempts/attempt-store.ts';

type Context = {
  db: PooledDatabase;
  jobs: Pick<Jobs, 'add'>;
  signer: MediaSigner;
  limits: RateLimits;
  config: Pick<Config, 'publicUrl'>;
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
};

/** Tasks that run daily and at each server's start. A database trigger also queues `erase-attempts`. */
const DAILY = {
  'make-attempt-partitions': (db) => makeAttemptPartitions(db),
  'erase-attempts': eraseAttempts,
  'recount-practice': recountPractice,
} satisfies BackgroundWork['daily'];

/** Registers the routes for the video list, progress, attempts and cards. Returns their background work. */
export function practiceFeature(app: FastifyInstance, router: Router, context: Context): BackgroundWork {
  const { config, jobs, ...deps } = context;
  const { publicUrl } = config;
  practiceRoutes(router, { ...deps, publicUrl });
  const kinds = memoryRoutes(app, router, { ...deps, publicUrl });
  app.addHook('onReady', async () => {
    for (const task of Object.keys(DAILY)) await jobs.add(deps.db, task, {}, { key: task });
  });
  return { kinds, daily: DAILY };
}

/** Reads a user's practice data for the personal data export. */
export function exportPractice(db: PooledDatabase) {
  const readAttempts = attemptReader(db);
  return (userId: number) => ({
    progress: progressStore(db).readChunks(userId),
    attempts: readAttempts(userId),
    line_reports: readReports(db, userId),
    ...exportMemory(db, userId),
  });
}
