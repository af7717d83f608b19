import type { PlayedRange } from '../../../e2e/support/media-watch.ts';

export type ResumedStop = PlayedRange & {
  /** Time from which the clock resumes, in seconds: the end of audible playback. */
  resumedAt?: number;
};

/**
 * Adds to each stop the time from which the clock resumes, by playing for an instant, unnoticed by the page. Runs in the page,
 * before `recordStops`.
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
          // A medium that doesn't resume at once had stopped where it ended.
          if (currentTime === pausedAt && performance.now() - startedAt < 500) return;
          clearInterval(timer);
          medium.pause();
          // The events come in tasks of their own.
          setTimeout(() => {
            isProbing = false;
            stop.resumedAt = currentTime;
          }, 50);
        }, 1);
        // By then it is really paused.
      }, 40);
    },
    true,
  );
}
