import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A wait of fixed length, `vi.waitFor` with its limit of one second, and a port that something else may have. */
const PATTERN = /\bwaitForTimeout\(|\bsleep\(|\bsetTimeout\(resolve,|\bvi\.waitFor\(.*\);$|\.listen\(\d{2,}/;
const OWN_LIMIT = /timeout/;

/** Lines that wait a fixed time instead of for a state, without a comment above that gives the reason. */
const unexplained = (source: string): number[] =>
  source.split('\n').flatMap((line, at, lines) => {
    const isComment = /^\s*(\/\/|\/?\*)/;
    const isFaulty = PATTERN.test(line) && !isComment.test(line) && !OWN_LIMIT.test(line);
    return isFaulty && !isComment.test(lines[at - 1] ?? '') ? [at + 1] : [];
  });

it.each([
  ['await sleep(100);', [1]],
  ['// A pause of the reader.\nawait sleep(100);', []],
  ['\nawait page.waitForTimeout(500);', [2]],
  ['await new Promise((resolve) => setTimeout(resolve, 10));', [1]],
  ['await vi.waitFor(() => expect(done).toBe(true));', [1]],
  ['await vi.waitFor(check, { timeout: 60_000 });', []],
  ['server.listen(0);', []],
  ['server.listen(3000);', [1]],
])('finds waits of fixed length: %j', (source, lines) => {
  expect(unexplained(source)).toEqual(lines);
});

it('no test waits a fixed time where it could wait for a state: `eventually`, `expect.poll`, `findBy…`', () => {
  const listed = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', 'e2e/journeys/*.ts'], {
    cwd: ROOT,
  });
  const files = String(listed)
    .split('\n')
    .filter((file) => file && !file.endsWith('fixed-waits.test.ts'));
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    unexplained(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});
