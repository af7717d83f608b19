/** Bounds in milliseconds of a jump that counts as a step of the clock. Firefox's steps are 40 ms at any rate. */
const MIN_STEP = 20;
const MAX_STEP = 60;
/** Longest interpolation: a clock that doesn't move for longer than a step is stalled. */
const CLOCK_STEP = 45;

/**
 * Returns a function that reads an element's position, in milliseconds. If `currentTime` moves in steps, it interpolates at
 * the element's rate from the first read of the last step: so it is never ahead of the audio.
 */
export function createElementPosition(
  element: Pick<HTMLMediaElement, 'currentTime' | 'playbackRate'>,
  isPlaying: () => boolean,
  now: () => number = () => performance.now(),
): () => number {
  let lastPosition = Number.NaN;
  let stepStart = 0;
  let lastRead = 0;
  let step = 0;
  return () => {
    const { currentTime, playbackRate } = element;
    const position = currentTime * 1000;
    const time = now();
    const jump = position - lastPosition - (time - lastRead) * playbackRate;
    if (!isPlaying()) step = 0;
    else if (jump > MIN_STEP && jump < MAX_STEP) step = CLOCK_STEP;
    lastRead = time;
    if (position !== lastPosition || step === 0) {
      lastPosition = position;
      stepStart = time;
    }
    return position + Math.min(step, (time - stepStart) * playbackRate);
  };
}
