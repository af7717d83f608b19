import type { Page } from '@playwright/test';

export type Stop = { from: number; at: number };

/**
 * Notes each play and stop of the page's media element: where it started and where it stopped, in seconds of its own
 * clock. Call it before the page opens.
 */
export async function watchMedia(page: Page): Promise<() => Promise<Stop[]>> {
  await page.addInitScript(() => {
    const stops: Stop[] = [];
    let from = 0;
    Object.assign(window, { mediaStops: stops });
    document.addEventListener(
      'playing',
      ({ target }) => (from = (target as HTMLMediaElement).currentTime),
      true,
    );
    document.addEventListener(
      'pause',
      ({ target }) => stops.push({ from, at: (target as HTMLMediaElement).currentTime }),
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { mediaStops: Stop[] }).mediaStops);
}
