import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { Database, PooledDatabase } from '../../platform/database/database.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import { listReportsOf } from '../subtitles/index.ts';
import type { MediaSigner } from '../videos/index.ts';
import { makeAttemptPartitions } from './attempt-partitions.ts';
import { listAttempts } from './attempt-store.ts';
import { progressStore } from './progress-store.ts';
import { practiceRoutes } from './routes.ts';

type Context = { db: PooledDatabase; signer: MediaSigner; config: Pick<Config, 'publicUrl'> };

/** Serves what a learner chooses from, where the learner is and what they said. Returns the work that comes with it. */
export function practiceFeature(router: Router, { config, ...context }: Context): BackgroundWork {
  practiceRoutes(router, { ...context, publicUrl: config.publicUrl });
  return { kinds: [], daily: { 'make-attempt-partitions': (db) => makeAttemptPartitions(db) } };
}

/** What practice keeps about a person, for the export of their data. */
export const practiceDataOf = (db: Database) => async (userId: number) => ({
  progress: await progressStore(db).listOf(userId),
  attempts: await listAttempts(db, userId),
  line_reports: await listReportsOf(db, userId),
});
