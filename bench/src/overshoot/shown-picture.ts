import type { Stop } from '../../../e2e/support/media-watch.ts';

export type ShownStop = Stop & {
  /** When the picture ends that is seen after the stop, in seconds: what was heard ends no later. */
  shown?: number;
};

/** Adds to each stop that is noted which picture of the bench's clip is seen then. Runs in the page, after `noteStops`. */
export function noteShown(): void {
  const drawing = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  document.addEventListener(
    'pause',
    ({ target }) => {
      const stop = (window as unknown as { mediaStops: ShownStop[] }).mediaStops.at(-1);
      if (!stop || stop.shown !== undefined) return;
      // By then the browser has drawn it.
      setTimeout(() => {
        drawing?.drawImage(target as HTMLVideoElement, 0, 0, 256, 32);
        const row = drawing?.getImageData(0, 16, 256, 1).data;
        let picture = 0;
        for (let bit = 0; bit < 16; bit += 1) if ((row?.[(bit * 16 + 8) * 4] ?? 0) > 127) picture += 2 ** bit;
        stop.shown = (picture + 1) / 100;
      }, 40);
    },
    true,
  );
}
