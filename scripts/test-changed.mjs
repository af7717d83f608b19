// `npm run test:changed`: runs the unit tests that import a file changed since the last commit. Skips projects that can't import
// any of them, because Vitest needs at least ten seconds of CPU time to read all imports of a project.
import { execFileSync, spawnSync } from 'node:child_process';

const APPS = { 'apps/web/': ['web'], 'apps/server/': ['server', 'cluster'], 'apps/cli/': ['packages'] };
const ALL = ['packages', 'server', 'web', 'cluster'];

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--no-renames', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const projects = new Set(
  changed.flatMap((path) => Object.entries(APPS).find(([folder]) => path.startsWith(folder))?.[1] ?? ALL),
);
const options = [...(projects.size > 0 ? projects : ALL)].map((project) => `--project=${project}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--changed', '--passWithNoTests', ...options],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
