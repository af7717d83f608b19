import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const SERVER = process.env.SAYBACK_SERVER ?? 'http://127.0.0.1:3000';

/**
 * What a first visit loads: the frame and all that stands under it, then the screen, each as one file. On a slow line a
 * request costs more than ten kilobytes, and one file is packed better than fifty. What both want is in the frame's.
 */
const FIRST_VISIT = [
  { name: 'frame', test: /\/apps\/web\/src\/main\.tsx$/ },
  { name: 'practice', test: /\/practice-screen\.tsx$/ },
];

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['source'] } },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/media', '/downloads', '/health', '/accounts'].map((path) => [path, SERVER]),
    ),
  },
  build: {
    target: 'es2022',
    // The few kilobytes of an inlined file would be sent with every page that doesn't show it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The server reads in it which files a screen needs.
    manifest: 'files.json',
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_VISIT } } },
  },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // As the other tests have it (vitest.config.ts at the root).
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
  },
});
