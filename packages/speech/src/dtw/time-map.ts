import { FRAMES_PER_SECOND } from '../frames/framing.ts';
import type { Alignment } from './dtw.ts';
import { type Features, MAX_PAUSE_MARGIN } from './features.ts';

// A word that starts within this many frames before the end of a pause is moved to after the pause.
const MAX_DISTANCE = 6;

/**
 * Returns a function that converts a word's onset in the original to its onset in the take, both in seconds; NaN after the last
 * match. An onset at an extra pause of the take is placed after that pause.
 */
export function timeMap(
  alignment: Alignment,
  original: Features,
  take: Features,
): (seconds: number) => number {
  const points = alignment.path.map((pair) => ({
    from: original.frames[pair.original] as number,
    to: take.frames[pair.take] as number,
  }));
  const pauses = findGaps(take.frames);
  const expected = findGaps(original.frames);
  return (seconds) => {
    const frame = seconds * FRAMES_PER_SECOND - 0.5;
    const after = points.findIndex(({ from }) => from >= frame);
    const next = points[after];
    const previous = points[after - 1] ?? next;
    if (!next || !previous) return Number.NaN;
    const fraction = next.from === previous.from ? 0 : (frame - previous.from) / (next.from - previous.from);
    const to = previous.to + fraction * (next.to - previous.to);
    const isExpected = expected.some(
      (gap) => frame > gap.from - 2 * MAX_DISTANCE && frame < gap.to + 2 * MAX_DISTANCE,
    );
    const pause = isExpected ? undefined : pauses.find((gap) => to > gap.from - MAX_DISTANCE && to < gap.to);
    return ((pause?.to ?? to) + 0.5) / FRAMES_PER_SECOND;
  };
}

/** Returns the pauses that were shortened, including their margins. */
function findGaps(frames: Uint32Array): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (let i = 1; i < frames.length; i++) {
    const [before, after] = [frames[i - 1] as number, frames[i] as number];
    if (after - before > 1) gaps.push({ from: before - MAX_PAUSE_MARGIN, to: after + MAX_PAUSE_MARGIN });
  }
  return gaps;
}
