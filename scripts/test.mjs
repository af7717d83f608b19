// `npm test`: builds, then runs the journeys, which mostly wait, beside the packages' tests, which have no deadlines and a lower
// priority. The server's and the web app's tests come after them: their deadlines are real ones, which a busy machine misses. A list
// at the end names failures and tests that passed only on the second try; it is stored for `.ci/run`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';

const CACHE = 'node_modules/.cache';
const summary = resolve(CACHE, 'test-summary.txt');
mkdirSync(CACHE, { recursive: true });
writeFileSync(summary, '');
const env = { ...process.env, TEST_SUMMARY: summary };

/**
 * Returns true if the script succeeded. Its output is piped, so that no reporter redraws the lines of another. `nice`: as of the
 * command.
 */
async function run(script, nice = 0) {
  const child = spawn(process.execPath, ['--run', script], { stdio: ['ignore', 'pipe', 'pipe'], env });
  if (child.pid && nice > 0) setPriority(child.pid, nice);
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  const [status] = await once(child, 'close');
  if (status !== 0) appendFileSync(summary, `npm run ${script} failed\n`);
  return status === 0;
}

const isBuilt = await run('build');
const hasPassed = await Promise.all([run('test:packages', 10), isBuilt && run('test:e2e')]);
hasPassed.push(await run('test:apps'));
process.stdout.write(`\n${readFileSync(summary, 'utf8')}`);
process.exitCode = hasPassed.every(Boolean) ? 0 : 1;
