import type { Page } from '@playwright/test';

export type PlayedRange = { from: number; at: number };

/**
 * Records the ranges that the page's media element plays, in seconds of its own clock. A stall doesn't end a range. Runs in
 * the page, before anything plays.
 */
export function recordStops(): void {
  const stops: PlayedRange[] = [];
  let from: number | null = null;
  let startedAt: number | null = null;
  Object.assign(window, { mediaStops: stops });
  // Functions without names: the bench's loader wraps named ones in a call that the page doesn't have.
  document.addEventListener(
    'playing',
    ({ target }) => {
      const { paused, currentTime } = target as HTMLMediaElement;
      // A play that only unlocks the sound is paused at once, but also reported.
      if (!paused) from ??= currentTime;
    },
    true,
  );
  document.addEventListener(
    'play',
    ({ target }) => {
      const { paused, currentTime } = target as HTMLMediaElement;
      startedAt = paused ? null : currentTime;
    },
    true,
  );
  document.addEventListener(
    'pause',
    ({ target }) => {
      const end = (target as HTMLMediaElement).currentTime;
      // WebKitGTK doesn't always report playback after a seek.
      if (from === null && startedAt !== null && end > startedAt) from = startedAt;
      if (from !== null) stops.push({ from, at: end });
      from = null;
      startedAt = null;
    },
    true,
  );
}

/** Returns the recorded ranges. Runs in the page. */
export const recordedStops = () => (window as unknown as { mediaStops: PlayedRange[] }).mediaStops;

/** Records the ranges that a page plays. Call this before the page opens. */
export async function watchMedia(page: Page): Promise<() => Promise<PlayedRange[]>> {
  await page.addInitScript(recordStops);
  return () => page.evaluate(recordedStops);
}
