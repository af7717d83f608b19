import { defineConfig } from '@playwright/test';
import { ensureChromium } from './support/ensure-chromium.ts';

// Finds or installs a Chromium once: the workers inherit the variable.
process.env.CHROMIUM_PATH = ensureChromium();

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  // More than there are cores: a journey mostly waits for its video.
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A test that passes on the second try is listed as flaky, and should be fixed.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['./support/list-flaky.ts']],
  // The longest files first; otherwise two workers are idle while the third finishes.
  projects: [
    { name: 'turn', testMatch: 'turn/**' },
    { name: 'journeys', testIgnore: 'turn/**' },
  ],
  outputDir: '../test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Animations are drawn sixty times a second, which takes a third of the processor time while a line plays.
    contextOptions: { reducedMotion: 'reduce' },
    // Off, since it slows down all tests. To investigate a failure: `npx playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        // No host name resolves to another machine: see guardNetwork.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        // Disables the two pages for an invisible address bar and the spare renderer of each tab: a sixth of the processor
        // time.
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's default for users: media plays only after a gesture.
        '--autoplay-policy=user-gesture-required',
      ],
    },
  },
});
