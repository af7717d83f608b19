import { useEffect, useState } from 'react';

/** Default of 25 frames a second if the medium's rate is unknown, in milliseconds. */
const DEFAULT_MS = 40;
const MAX_MS = 100;
/** A dropped frame makes the one before it look longer: the shortest of some counts. */
const SAMPLES = 12;

/** Measures the length of a hosted video's frame while it plays, in milliseconds. */
export function useFrameLength(element: HTMLMediaElement | null): number {
  const [length, setLength] = useState(DEFAULT_MS);
  useEffect(() => {
    setLength(DEFAULT_MS);
    if (!(element instanceof HTMLVideoElement) || !element.requestVideoFrameCallback) return;
    let last: VideoFrameCallbackMetadata | null = null;
    let shortest = MAX_MS;
    let samples = 0;
    let handle = 0;
    const measure = (_: number, frame: VideoFrameCallbackMetadata) => {
      // Around a seek, frames are far apart or out of order.
      const ms = last ? (frame.mediaTime - last.mediaTime) * 1000 : 0;
      last = frame;
      if (ms > 1 && ms <= MAX_MS) {
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
