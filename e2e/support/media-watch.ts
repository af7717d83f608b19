import type { Page } from '@playwright/test';

export type Stop = { from: number; at: number };

/**
 * Notes each play and stop of the page's media element: where it started and where it stopped, in seconds of its own
 * clock. A stall in between is no stop. Call it before the page opens.
 */
export async function watchMedia(page: Page): Promise<() => Promise<Stop[]>> {
  await page.addInitScript(() => {
    const stops: Stop[] = [];
    let from: number | null = null;
    Object.assign(window, { mediaStops: stops });
    // Functions without names: the bench's loader wraps named ones in a call that the page doesn't have.
    document.addEventListener(
      'playing',
      ({ target }) => {
        const { paused, currentTime } = target as HTMLMediaElement;
        // One that was paused at once, to unlock it, is told of all the same.
        if (!paused) from ??= currentTime;
      },
      true,
    );
    document.addEventListener(
      'pause',
      ({ target }) => {
        if (from !== null) stops.push({ from, at: (target as HTMLMediaElement).currentTime });
        from = null;
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { mediaStops: Stop[] }).mediaStops);
}
