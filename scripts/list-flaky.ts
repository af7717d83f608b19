import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that passed only at the second time. */
export default class FlakyList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      if (test.diagnostic()?.flaky) console.log(`FLAKY ${test.module.relativeModuleId} > ${test.fullName}`);
    }
  }
}
