import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import { createAnswerInTime } from './answer-in-time.ts';
import { candidateRoutes } from './candidate-routes.ts';
import { createDownload } from './download.ts';
import { downloadJob } from './download-job.ts';
import { mendStatuses } from './mend-statuses.ts';
import type { Parts } from './parts.ts';
import { publishRoutes } from './publish-routes.ts';
import { runSavedSearches } from './run-saved-searches.ts';
import { createScan } from './scan.ts';
import { scanJobs } from './scan-jobs.ts';
import { searchJob } from './search-job.ts';
import { searchRoutes } from './search-routes.ts';
import { versionRoutes } from './version-routes.ts';
import { workRoutes } from './work-routes.ts';

export { candidateSubjects } from './deed-subjects.ts';

type Context = Omit<Parts, 'publicUrl'> & { config: Pick<Config, 'publicUrl'> };

/** Serves candidates, from the search to the video. Answers the work that comes with them. */
export function candidateFeature(
  app: FastifyInstance,
  router: Router,
  { config, ...context }: Context,
): BackgroundWork {
  const parts = { ...context, publicUrl: config.publicUrl };
  const answer = createAnswerInTime(app, parts);
  candidateRoutes(router, parts);
  searchRoutes(router, parts, answer);
  workRoutes(router, parts, answer);
  versionRoutes(router, parts);
  publishRoutes(router, parts);
  const scan = createScan(parts);
  return {
    kinds: [searchJob(parts), ...scanJobs(scan), downloadJob({ scan, download: createDownload(parts) })],
    daily: {
      'run-saved-searches': runSavedSearches,
      'mend-candidates': mendStatuses,
    },
  };
}
