import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type TestOutcome, writeSummary } from './test-summary.ts';

/** Lists the unit tests that failed, or passed only when retried, with their first failure. */
export default class FlakyList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outcomes: TestOutcome[] = unhandled.map((error) => failed('unhandled error', [withCause(error)]));
    for (const module of modules) {
      // The worker that ran this file died before the file finished.
      if (['queued', 'pending'].includes(module.state())) {
        outcomes.push(failed(module.relativeModuleId, [{ message: 'The file didn’t end.' }]));
      }
      const broken = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
      if (broken.length > 0) outcomes.push(failed(module.relativeModuleId, broken));
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        const isFlaky = test.diagnostic()?.flaky === true;
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        outcomes.push({ name, state: isFlaky ? 'flaky' : state, errors });
        if (!isFlaky) continue;
        console.log(`FLAKY ${name}`);
        for (const { message, stack, diff } of errors) {
          console.log([message, diff, stack].filter(Boolean).join('\n'));
        }
      }
    }
    writeSummary('Units', outcomes);
  }
}

const withCause = ({ message, cause }: SerializedError) => ({
  message: cause instanceof Error ? `${message}\n${cause.stack}` : message,
});

const failed = (name: string, errors: TestOutcome['errors']): TestOutcome => ({
  name,
  state: 'failed',
  errors,
});
