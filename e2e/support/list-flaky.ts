import path from 'node:path';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type TestOutcome, writeSummary } from '../../scripts/test-summary.ts';

const STATES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;

/** Lists the journeys that failed, or passed only on the second try, with the errors of the first try. */
export default class FlakyList implements Reporter {
  #tests: readonly TestCase[] = [];
  readonly #outcomes: TestOutcome[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  /** Called for errors outside of tests, such as a failed setup or an unreadable file. */
  onError(error: TestError): void {
    this.#outcomes.push({ name: 'error outside of a test', state: 'failed', errors: [error] });
  }

  onEnd(): void {
    for (const test of this.#tests) {
      const { file, line } = test.location;
      this.#outcomes.push({
        name: `${path.relative(process.cwd(), file)}:${line} > ${test.titlePath().slice(3).join(' > ')}`,
        state: STATES[test.outcome()],
        errors: test.results[0]?.errors ?? [],
      });
    }
    writeSummary('Journeys', this.#outcomes);
  }

  printsToStdio(): boolean {
    return false;
  }
}
