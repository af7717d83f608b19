import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** For a machine that stalls. A test that passes on the second try is listed as flaky, and should be fixed. */
const timeouts = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  retry: 1,
  expect: { poll: { timeout: 60_000 } },
};

/** A worker loads the modules once for all of its test files, which takes a third of the time. */
const shared = { isolate: false };

/** Starts three databases, which need the processor for themselves, so it runs after the others, if Patroni is installed. */
const CLUSTER = ['apps/server/src/failover.test.ts'];

const SLOW = ['scripts/dockerfile.test.ts', 'scripts/fresh-clone.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './scripts/list-flaky.ts'],
    // Much of the time is spent waiting, for the database and for clocks.
    maxWorkers: Math.max(3, Math.ceil(availableParallelism() * 1.5)),
    projects: [
      {
        resolve: { conditions: ['source'] },
        ssr: { resolve: { conditions: ['source'] } },
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/cli/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: SLOW,
          ...timeouts,
          ...shared,
        },
      },
      {
        // Each installs and builds everything in an empty folder, which takes some minutes: for releases (`npm run
        // test:image`).
        test: { name: 'image', include: SLOW, fileParallelism: false, hookTimeout: 1_800_000 },
      },
      {
        resolve: { conditions: ['source'] },
        ssr: { resolve: { conditions: ['source'] } },
        // The global set-up is loaded in a separate environment.
        environments: { __vitest__: { resolve: { conditions: ['source'] } } },
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: CLUSTER,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          ...timeouts,
          ...shared,
        },
      },
      {
        resolve: { conditions: ['source'] },
        ssr: { resolve: { conditions: ['source'] } },
        test: { name: 'cluster', include: CLUSTER, ...timeouts, sequence: { groupOrder: 1 } },
      },
      'apps/web',
    ],
  },
});
