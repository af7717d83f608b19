import type { PlayedRange } from '../../../e2e/support/media-watch.ts';

export type ResumedStop = PlayedRange & {
  /** Position at which the clock resumes, in seconds: the end of audible playback. */
  resumedAt?: number;
};

/**
 * Adds to each stop the position at which the clock resumes, by playing briefly and hiding that from the page. Runs in the
 * page, before `recordStops`.
 */
export function recordResumed(): void {
  let isProbing = false;
  for (const type of ['play', 'playing', 'pause', 'waiting', 'timeupdate']) {
    window.addEventListener(type, (event) => isProbing && event.stopImmediatePropagation(), true);
  }
  document.addEventListener(
    'pause',
    ({ target }) => {
      const medium = target as HTMLMediaElement;
      const pausedAt = medium.currentTime;
      setTimeout(() => {
        const stop = (window as unknown as { mediaStops: ResumedStop[] }).mediaStops.at(-1);
        if (!stop || stop.resumedAt !== undefined || !medium.paused) return;
        isProbing = true;
        const startedAt = performance.now();
        medium.play();
        const timer = setInterval(() => {
          const { currentTime } = medium;
          // If the position doesn't change for half a second, the medium had stopped at its end.
          if (currentTime === pausedAt && performance.now() - startedAt < 500) return;
          clearInterval(timer);
          medium.pause();
          // The medium's events arrive in later tasks.
          setTimeout(() => {
            isProbing = false;
            stop.resumedAt = currentTime;
          }, 50);
        }, 1);
        // Time until the medium has actually paused.
      }, 40);
    },
    true,
  );
}
