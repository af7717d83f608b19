import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of the time is spent waiting, for the database and for clocks: the default leaves one core of two without work.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { conditions: ['source'] },
        ssr: { resolve: { conditions: ['source'] } },
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/cli/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['scripts/dockerfile.test.ts'],
        },
      },
      {
        // Installs and builds everything anew: a minute or two, before a release (`npm run test:image`).
        test: { name: 'image', include: ['scripts/dockerfile.test.ts'] },
      },
      {
        resolve: { conditions: ['source'] },
        ssr: { resolve: { conditions: ['source'] } },
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      'apps/web',
    ],
  },
});
