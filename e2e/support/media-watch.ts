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
    const watch = (type: string, note: (media: HTMLMediaElement) => void) =>
      document.addEventListener(type, ({ target }) => note(target as HTMLMediaElement), true);
    watch('playing', ({ paused, currentTime }) => {
      // One that was paused at once, to unlock it, is told of all the same.
      if (!paused) from ??= currentTime;
    });
    watch('pause', ({ currentTime }) => {
      if (from !== null) stops.push({ from, at: currentTime });
      from = null;
    });
  });
  return () => page.evaluate(() => (window as unknown as { mediaStops: Stop[] }).mediaStops);
}
