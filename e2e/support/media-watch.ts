import type { Page } from '@playwright/test';

export type Stop = { from: number; at: number };

/**
 * Records each play and stop of the page's media element: where it started and where it stopped, in seconds of its own clock. A
 * stall in between isn't a stop. Runs in the page, before anything plays.
 */
export function recordStops(): void {
  const stops: Stop[] = [];
  let from: number | null = null;
  let begun: number | null = null;
  Object.assign(window, { mediaStops: stops });
  // Functions without names: the bench's loader wraps named ones in a call that the page doesn't have.
  document.addEventListener(
    'playing',
    ({ target }) => {
      const { paused, currentTime } = target as HTMLMediaElement;
      // A pause right after an unlocking play is reported too.
      if (!paused) from ??= currentTime;
    },
    true,
  );
  document.addEventListener(
    'play',
    ({ target }) => {
      const { paused, currentTime } = target as HTMLMediaElement;
      begun = paused ? null : currentTime;
    },
    true,
  );
  document.addEventListener(
    'pause',
    ({ target }) => {
      const at = (target as HTMLMediaElement).currentTime;
      // WebKitGTK doesn't always report playback after a seek.
      if (from === null && begun !== null && at > begun) from = begun;
      if (from !== null) stops.push({ from, at });
      from = null;
      begun = null;
    },
    true,
  );
}

/** Returns the stops that the page has recorded. Runs in the page. */
export const recordedStops = () => (window as unknown as { mediaStops: Stop[] }).mediaStops;

/** Records the stops of a page. Call it before the page opens. */
export async function watchMedia(page: Page): Promise<() => Promise<Stop[]>> {
  await page.addInitScript(recordStops);
  return () => page.evaluate(recordedStops);
}
