import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'sayback-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Three tests: one passes, one passes only on the second run, one fails. */
const TESTS = `
  test('is steady', () => {});
  test('is flaky', () => {
    const file = process.env.RUNS;
    if (!fs.existsSync(file)) {
      fs.writeFileSync(file, '');
      throw new Error('came too soon');
    }
  });
  test('is broken', () => expect(1).toBe(2));
`;

function run(program: string, ...args: string[]) {
  const { TEST_SUMMARY: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...env,
      RUNS: path.join(folder, 'runs'),
      NO_COLOR: '1',
      PATH: `${ROOT}node_modules/.bin:${env.PATH}`,
    },
  });
  return { status, output: stderr + stdout };
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

describe('the summary at the end of a run', () => {
  beforeEach(() => symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')));

  it('lists the unit tests that failed or were flaky, with their first failure', () => {
    writeFileSync(path.join(folder, 'a.test.mjs'), `import fs from 'node:fs';${TESTS}`);
    const reporters = ['default', path.join(ROOT, 'scripts/list-flaky.ts')].map(
      (reporter) => `--reporter=${reporter}`,
    );
    const { status, output } = run('vitest', 'run', '--globals', '--retry=1', '--root=.', ...reporters);
    expect(status).toBe(1);
    expect(output).toMatch(/Tests {2}1 failed \| 2 passed/);
    expect(output.slice(output.indexOf('Units:'))).toBe(
      `Units: 1 passed, 1 failed, 1 flaky
  FLAKY a.test.mjs > is flaky
    came too soon
  FAILED a.test.mjs > is broken
    expected 1 to be 2 // Object.is equality
`,
    );
  });

  it('lists a test file that can’t be loaded', () => {
    writeFileSync(path.join(folder, 'a.test.mjs'), `throw new Error('no such luck');`);
    const { output } = run(
      'vitest',
      'run',
      '--root=.',
      `--reporter=${path.join(ROOT, 'scripts/list-flaky.ts')}`,
    );
    expect(output).toContain('Units: 0 passed, 1 failed, 0 flaky\n  FAILED a.test.mjs\n    no such luck\n');
  });

  it('lists the journeys that failed or were flaky, with their first failure', () => {
    const imports = `import fs from 'node:fs'; import { expect, test } from '@playwright/test';`;
    writeFileSync(path.join(folder, 'a.test.mjs'), imports + TESTS);
    writeFileSync(
      path.join(folder, 'playwright.config.mjs'),
      `export default { retries: 1, reporter: [['list'], ['${ROOT}e2e/support/list-flaky.ts']] };`,
    );
    const { status, output } = run('playwright', 'test');
    expect(status).toBe(1);
    expect(output).toMatch(/1 failed\n.*1 flaky\n.*1 passed/s);
    expect(output.slice(output.indexOf('Journeys:'))).toMatch(
      /^Journeys: 1 passed, 1 failed, 1 flaky\n {2}FLAKY a\.test\.mjs:\d+ > is flaky\n {4}Error: came too soon\n {2}FAILED a\.test\.mjs:\d+ > is broken\n {4}Error: expect\(received\)/,
    );
  });
});

describe('npm test', () => {
  /** Runs `npm test` in a package whose scripts append their name to the summary, and exit with these statuses. */
  function runNpmTest(statuses: Record<string, number>) {
    const scripts = Object.entries(statuses).map(([name, status]) => [
      name,
      `node -e "require('fs').appendFileSync(process.env.TEST_SUMMARY, 'Ran ${name}\\n'); process.exit(${status})"`,
    ]);
    cpSync(path.join(ROOT, 'scripts/test.mjs'), path.join(folder, 'scripts/test.mjs'));
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ scripts: Object.fromEntries(scripts) }),
    );
    const { status, output } = run('node', 'scripts/test.mjs');
    return {
      status,
      // Unit tests and journeys end in any order.
      list: output
        .slice(output.lastIndexOf('\nRan build') + 1)
        .split('\n')
        .filter(Boolean)
        .toSorted(),
    };
  }

  const PASSING = { build: 0, 'test:packages-and-web': 0, 'test:e2e': 0, 'test:server': 0 };
  const ALL = ['Ran build', 'Ran test:e2e', 'Ran test:packages-and-web', 'Ran test:server'];

  it('succeeds if all scripts do', () => {
    expect(runNpmTest(PASSING)).toEqual({ status: 0, list: ALL });
  });

  it.each(['test:packages-and-web', 'test:server', 'test:e2e'])(
    'fails if %s does, and still runs the others',
    (script) => {
      expect(runNpmTest({ ...PASSING, [script]: 1 })).toEqual({
        status: 1,
        list: [...ALL, `npm run ${script} failed`],
      });
    },
  );

  it('runs no journeys if the build failed', () => {
    expect(runNpmTest({ ...PASSING, build: 2 })).toEqual({
      status: 1,
      list: ['Ran build', 'Ran test:packages-and-web', 'Ran test:server', 'npm run build failed'],
    });
  });
});
