import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstVisit } from './build/first-visit.ts';

const SERVER = process.env.SAYBACK_SERVER ?? 'http://127.0.0.1:3000';

/** Modules shared by home and practice; otherwise one would load the other, which the build refuses. */
const SHARED = [
  'src/api/languages.ts',
  'src/features/practice/same-language.ts',
  'src/features/practice/unsent/unsent-progress.ts',
  'src/ui/format-clock.ts',
  'icons/IconVolume.mjs',
];

/**
 * A first visit loads the frame with everything that it imports, then the screen, each as one file: on a slow line a request
 * costs more than ten kilobytes, and one file compresses better than fifty.
 */
const FIRST_VISIT = [
  {
    name: 'frame',
    test: (id: string) => ['/apps/web/src/main.tsx', ...SHARED].some((source) => id.endsWith(source)),
  },
  { name: 'practice', test: /\/practice-screen\.tsx$/ },
  { name: 'home', test: /\/home-page\.tsx$/ },
];

export default defineConfig({
  plugins: [react(), firstVisit()],
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
    // An inlined file would add a few kilobytes to every page that doesn't show it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_VISIT } } },
  },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    alias: { 'idb-keyval': fileURLToPath(new URL('src/testing/memory-store.ts', import.meta.url)) },
    // The same as in vitest.config.ts at the root.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    // Otherwise the files of all projects take turns, and a worker is replaced at each change of project.
    sequence: { groupOrder: 2 },
  },
});
