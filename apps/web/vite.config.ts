import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const SERVER = process.env.SAYBACK_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
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
  },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 15_000,
  },
});
