import { defineConfig } from '@playwright/test';

/** Journeys in other browsers than Chromium. They need Debian's firefox-esr, webkit2gtk-driver and xvfb. */
export default defineConfig({
  testDir: 'browsers',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  outputDir: '../test-results',
});
