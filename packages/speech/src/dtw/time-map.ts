import { FRAMES_A_SECOND } from '../frames/framing.ts';
import type { Alignment } from './dtw.ts';
import { type Features, KEPT_PAUSE } from './features.ts';

// Distance within which a word's start belongs after a pause, in frames.
const NEAR = 6;

/**
 * Returns a function from a start in the original to the start in the take, both in seconds; NaN after the last match. A
 * start at an extra pause of the take comes after that pause.
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
  const pauses = gapsOf(take.frames);
  const expected = gapsOf(original.frames);
  return (seconds) => {
    const frame = seconds * FRAMES_A_SECOND - 0.5;
    const after = points.findIndex(({ from }) => from >= frame);
    const next = points[after];
    const previous = points[after - 1] ?? next;
    if (!next || !previous) return Number.NaN;
    const share = next.from === previous.from ? 0 : (frame - previous.from) / (next.from - previous.from);
    const to = previous.to + share * (next.to - previous.to);
    const isExpected = expected.some((gap) => frame > gap.from - 2 * NEAR && frame < gap.to + 2 * NEAR);
    const pause = isExpected ? undefined : pauses.find((gap) => to > gap.from - NEAR && to < gap.to);
    return ((pause?.to ?? to) + 0.5) / FRAMES_A_SECOND;
  };
}

/** Returns the pauses that were shortened, with the silence left around them. */
function gapsOf(frames: Uint32Array): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (let i = 1; i < frames.length; i++) {
    const [before, after] = [frames[i - 1] as number, frames[i] as number];
    if (after - before > 1) gaps.push({ from: before - KEPT_PAUSE, to: after + KEPT_PAUSE });
  }
  return gaps;
}
