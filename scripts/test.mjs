// `npm test`: runs the unit tests, builds, and runs the journeys whatever the units gave. One list at the end names what failed and
// what passed only at the second time; it is kept for `.ci/run`.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const CACHE = 'node_modules/.cache';
const summary = resolve(CACHE, 'test-summary.txt');
mkdirSync(CACHE, { recursive: true });
writeFileSync(summary, '');
const env = { ...process.env, TEST_SUMMARY: summary };

/** Returns true if the script succeeded. */
function run(script) {
  const { status } = spawnSync('npm', ['run', script], {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  if (status !== 0) appendFileSync(summary, `npm run ${script} failed\n`);
  return status === 0;
}

const hasPassed = [run('test:unit'), run('build') && run('test:e2e')];
process.stdout.write(`\n${readFileSync(summary, 'utf8')}`);
process.exitCode = hasPassed.every(Boolean) ? 0 : 1;
