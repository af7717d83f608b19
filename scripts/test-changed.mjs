// `npm run test:changed`: unit tests that import a file changed since the last commit. Vitest reads everything that a project's
// tests import, which takes ten seconds of processor time or more: a project that can't import any of these files is left out.
import { execFileSync, spawnSync } from 'node:child_process';

const APPS = { 'apps/web/': ['web'], 'apps/server/': ['server', 'cluster'], 'apps/cli/': ['packages'] };
const ALL = ['packages', 'server', 'web', 'cluster'];

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
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
