import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import { createDownload } from './captions/download.ts';
import { downloadJob } from './captions/download-job.ts';
import { createScan } from './captions/scan.ts';
import { scanJobs } from './captions/scan-jobs.ts';
import { workRoutes } from './captions/work-routes.ts';
import type { Deps } from './deps.ts';
import { createRespondOrAccept } from './respond-or-accept.ts';
import { candidateRoutes } from './review/candidate-routes.ts';
import { publishRoutes } from './review/publish-routes.ts';
import { runSavedSearches } from './search/run-saved-searches.ts';
import { searchJob } from './search/search-job.ts';
import { searchRoutes } from './search/search-routes.ts';
import { versionRoutes } from './versions/version-routes.ts';

export { candidateSubjects } from './audit-subjects.ts';

type Context = Omit<Deps, 'publicUrl'> & { config: Pick<Config, 'publicUrl'> };

/** Registers the candidate routes, from search to publishing. Returns their background work. */
export function candidateFeature(
  app: FastifyInstance,
  router: Router,
  { config, ...context }: Context,
): BackgroundWork {
  const deps = { ...context, publicUrl: config.publicUrl };
  const respondOrAccept = createRespondOrAccept(app, deps);
  candidateRoutes(router, deps);
  searchRoutes(router, deps, respondOrAccept);
  workRoutes(router, deps, respondOrAccept);
  versionRoutes(router, deps);
  publishRoutes(router, deps);
  const scan = createScan(deps);
  return {
    kinds: [searchJob(deps), ...scanJobs(scan), downloadJob({ scan, download: createDownload(deps) })],
    daily: { 'run-saved-searches': runSavedSearches },
  };
}
