/** Extra time by which a stepping clock advances between two reads. Firefox's steps are 40 ms at any rate. */
const MIN_STEP = 20;
const MAX_STEP = 60;
/** A clock that does not move for longer than a step is stalled. */
const CLOCK_STEP = 45;

type Element = Pick<HTMLMediaElement, 'currentTime' | 'playbackRate'>;

/**
 * Returns a function that reads an element's position, in milliseconds. If `currentTime` moves in steps, it interpolates at
 * the element's rate from the first read of the last step: so it is never ahead of the audio.
 */
export function createElementPosition(
  element: Element,
  isPlaying: () => boolean,
  now: () => number = () => performance.now(),
): () => number {
  let lastPosition = Number.NaN;
  let since = 0;
  let lastRead = 0;
  let step = 0;
  return () => {
    const { currentTime, playbackRate } = element;
    const position = currentTime * 1000;
    const time = now();
    const further = position - lastPosition - (time - lastRead) * playbackRate;
    if (!isPlaying()) step = 0;
    else if (further > MIN_STEP && further < MAX_STEP) step = CLOCK_STEP;
    lastRead = time;
    if (position !== lastPosition || step === 0) {
      lastPosition = position;
      since = time;
    }
    return position + Math.min(step, (time - since) * playbackRate);
  };
}
