import { spawnSync } from 'node:child_process';
import { info, type Report } from './report.ts';
import { readResults } from './results.ts';

const REPOSITORY = new URL('../..', import.meta.url);
const SERVER = ['apps/server/src', 'packages/contract/src'];
const ENGINE = ['packages/subtitles/src'];
const SPEECH = ['packages/speech/src'];

/** Folders with the code that a bench measures; for all others, everything that is shipped. */
const MEASURED: Record<string, string[]> = {
  alignment: ENGINE,
  engine: ENGINE,
  fuzz: ENGINE,
  split: ENGINE,
  readers: [...ENGINE, 'apps/server/src/features/subtitles', 'apps/server/src/engine'],
  speech: SPEECH,
  cuts: SPEECH,
  'sound-times': SPEECH,
  'turn-ends': SPEECH,
  layout: ['apps/web/src/features/practice', 'apps/web/src/ui'],
  turn: [...SPEECH, 'apps/web/src/features/practice'],
  editor: ['apps/web/src/features/subtitles', 'apps/web/src/ui'],
  weight: ['apps/web'],
  accounts: ['apps/server/src/features/accounts', 'apps/server/src/http'],
  today: SERVER,
  attempts: SERVER,
  peers: SERVER,
  growth: SERVER,
  curation: SERVER,
  load: SERVER,
  greedy: SERVER,
  hostile: SERVER,
  replicas: SERVER,
  cluster: SERVER,
};

/** Lists the results in `results.md` whose measured code has changed since, tests aside, with the number of commits. */
export async function listStale(): Promise<Report> {
  const rows = (await readResults()).flatMap(({ bench, day, commit }) => {
    const commits = countCommits(commit, MEASURED[bench] ?? ['apps', 'packages']);
    if (commits === 0) return [];
    return [
      info(`${bench}, measured ${day}`, commits === null ? 'unknown commit' : `${commits} commits since`),
    ];
  });
  return { rows, notes: [] };
}

/** Returns how many commits since this one changed the folders; null if the repository doesn't have it. */
function countCommits(commit: string, folders: string[]): number | null {
  const paths = [...folders, ':!*.test.ts', ':!*.test.tsx', ':!*/testing/*'];
  const args = ['rev-list', '--count', `${commit}..HEAD`, '--', ...paths];
  const { status, stdout } = spawnSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
}
