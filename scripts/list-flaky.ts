import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that passed only at the second time, and what failed at the first. */
export default class FlakyList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      if (!test.diagnostic()?.flaky) continue;
      console.log(`FLAKY ${test.module.relativeModuleId} > ${test.fullName}`);
      for (const { message, stack, diff } of test.result().errors ?? []) {
        console.log([message, diff, stack].filter(Boolean).join('\n'));
      }
    }
  }
}
