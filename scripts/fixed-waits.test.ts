import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A fixed wait, `vi.waitFor` with its default timeout of one second, or a fixed port, which may be in use. */
const PATTERN = /\bwaitForTimeout\(|\bsleep\(|\bsetTimeout\(resolve,|\bvi\.waitFor\(.*\);$|\.listen\(\d{2,}/;
const HAS_TIMEOUT = /timeout/;

/** Returns the lines that match the pattern without a comment above, which would give the reason. */
const findFixedWaits = (source: string): number[] =>
  source.split('\n').flatMap((line, at, lines) => {
    const isComment = /^\s*(\/\/|\/?\*)/;
    const isFaulty = PATTERN.test(line) && !isComment.test(line) && !HAS_TIMEOUT.test(line);
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
  expect(findFixedWaits(source)).toEqual(lines);
});

it('no test waits a fixed time instead of for a state (`eventually`, `expect.poll`, `findBy…`)', () => {
  const listed = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', 'e2e/journeys/*.ts'], {
    cwd: ROOT,
  });
  const files = String(listed)
    .split('\n')
    .filter((file) => file && !file.endsWith('fixed-waits.test.ts'));
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    findFixedWaits(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});
