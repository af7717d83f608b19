import type { Page } from '@playwright/test';
import { installYouTube } from '../../../e2e/support/youtube-double.ts';
import { createPractice, type Practice } from './practise.ts';

/** Duration of the double's video in seconds, longer than the clip. */
const DURATION = 200;
const POLL_MS = 50;

/** Replaces YouTube's player with the double, and monitors its clock. Call it before opening the page. */
export async function watchYouTube(page: Page): Promise<Practice> {
  const { stops } = await installYouTube(page, { duration: DURATION });
  return {
    ...createPractice(page),
    // The player's frame is cross-site and has its own thread, so polling it doesn't block the page.
    nextStop: async () => {
      const { length } = await stops();
      while ((await stops()).length === length) await page.waitForTimeout(POLL_MS);
    },
    stops: async () => (await stops()).map(({ at }) => at),
  };
}
