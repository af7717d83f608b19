import { useEffect, useState } from 'react';

/** Used if the medium's frame rate is unknown: 25 frames per second. */
const DEFAULT_FRAME_MS = 40;
const MAX_FRAME_MS = 100;
/** Number of frames to measure. The shortest one counts, since a dropped frame makes the one before it look longer. */
const SAMPLES = 12;

/** Measures the length of a hosted video's frame while it plays, in milliseconds. */
export function useFrameLength(element: HTMLMediaElement | null): number {
  const [length, setLength] = useState(DEFAULT_FRAME_MS);
  useEffect(() => {
    setLength(DEFAULT_FRAME_MS);
    if (!(element instanceof HTMLVideoElement) || !element.requestVideoFrameCallback) return;
    let last: VideoFrameCallbackMetadata | null = null;
    let shortest = MAX_FRAME_MS;
    let samples = 0;
    let handle = 0;
    const measure = (_: number, frame: VideoFrameCallbackMetadata) => {
      // Around a seek, frames are far apart or out of order.
      const ms = last ? (frame.mediaTime - last.mediaTime) * 1000 : 0;
      last = frame;
      if (ms > 1 && ms <= MAX_FRAME_MS) {
        samples += 1;
        shortest = Math.min(shortest, ms);
      }
      if (samples < SAMPLES) handle = element.requestVideoFrameCallback(measure);
      else setLength(shortest);
    };
    handle = element.requestVideoFrameCallback(measure);
    return () => element.cancelVideoFrameCallback(handle);
  }, [element]);
  return length;
}
