import { inSeconds, median, quantile } from '../metrics.ts';
import { atMost, info, type Report } from '../report.ts';
import { startDatabases } from './database-starts.ts';
import { startFreshClone } from './fresh-clone.ts';

const WARM_START_MS = 1500;
const FIRST_DATABASE_MS = 3000;
const WARM_DATABASE_MS = 500;

/** Measures the first start after a clone, and restarts. */
export async function measureStart(): Promise<Report> {
  const databases = await startDatabases();
  const { clone, install, refusal, build, firstStart, firstPage, warmStarts } = await startFreshClone();
  const whole = clone + install + build + firstStart + firstPage;
  return {
    rows: [
      info('git clone', inSeconds(clone)),
      {
        what: 'npm ci',
        measured: refusal === null ? inSeconds(install) : `fails; npm install ${inSeconds(install)}`,
        aim: 'works',
        met: refusal === null,
      },
      info('npm run build', inSeconds(build)),
      info('first npm start, until ready', inSeconds(firstStart)),
      info('first page, until interactive', inSeconds(firstPage)),
      info('total time from clone to page', inSeconds(whole)),
      atMost('npm start again, until ready: median', median(warmStarts), WARM_START_MS, inSeconds),
      info('npm start again, until ready: slowest', inSeconds(Math.max(...warmStarts))),
      atMost(
        'database creation and first query: median',
        median(databases.first),
        FIRST_DATABASE_MS,
        inSeconds,
      ),
      atMost('database start and first query: median', median(databases.warm), WARM_DATABASE_MS, inSeconds),
      info('database start and first query: slowest', inSeconds(quantile(databases.warm, 1))),
    ],
    notes: [
      'The commit is cloned to a temporary folder, installed, built and started with `npm start`, npm’s own time ' +
        'included. `npm ci` finds its packages in npm’s cache if they were installed on this machine before.',
      `${databases.first.length} databases are created, the last one is restarted ${databases.warm.length} times; the ` +
        `server is restarted ${warmStarts.length} times.`,
      ...(refusal === null ? [] : [`Output of \`npm ci\`: ${refusal}`]),
    ],
  };
}
