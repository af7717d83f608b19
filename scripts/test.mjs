// `npm test`: builds, then runs the journeys, and after them the server's tests, because a busy machine would miss their deadlines.
// The tests of the packages and the web app run in parallel with both, at a lower priority, because journeys mostly wait. A summary
// at the end lists the tests that failed or passed only when retried; `.ci/run` reads it.
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
 * Returns true if the script succeeds. Its output is piped, so that no reporter overwrites another's lines. `nice`: the priority,
 * as of the command nice.
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
async function runJourneysAndServer() {
  const hasPassed = isBuilt && (await run('test:e2e'));
  return (await run('test:server')) && hasPassed;
}
const hasPassed = await Promise.all([run('test:packages-and-web', 10), runJourneysAndServer()]);
process.stdout.write(`\n${readFileSync(summary, 'utf8')}`);
process.exitCode = hasPassed.every(Boolean) ? 0 : 1;
