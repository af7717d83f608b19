import type { Page } from '@playwright/test';
import { watchMedia } from '../../../e2e/support/media-watch.ts';
import { createPractice, type Practice } from './practise.ts';

/** Monitors the page's media element. Call it before opening the page. */
export async function watchHosted(page: Page): Promise<Practice> {
  const stops = await watchMedia(page);
  return {
    ...createPractice(page),
    nextStop: () =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const options = { capture: true, once: true };
            document.addEventListener(
              'playing',
              () => document.addEventListener('pause', () => resolve(), options),
              options,
            );
          }),
      ),
    stops: async () => (await stops()).map(({ at }) => at),
  };
}
