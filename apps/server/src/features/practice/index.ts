import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { Database, PooledDatabase } from '../../platform/database/database.ts';
import type { MediaSigner } from '../videos/index.ts';
import { progressStore } from './progress-store.ts';
import { practiceRoutes } from './routes.ts';

type Context = { db: PooledDatabase; signer: MediaSigner; config: Pick<Config, 'publicUrl'> };

/** Serves what a learner chooses from, and where the learner is. */
export function practiceFeature(router: Router, { config, ...context }: Context): void {
  practiceRoutes(router, { ...context, publicUrl: config.publicUrl });
}

/** What practice keeps about a person, for the export of their data. */
export const practiceDataOf = (db: Database) => async (userId: number) => ({
  progress: await progressStore(db).listOf(userId),
});
