import { FRAMES_A_SECOND } from '../frames/framing.ts';
import type { Alignment } from './dtw.ts';
import type { Features } from './features.ts';

/** Returns where in the take a time of the original is said, both in seconds; NaN before the first and after the last match. */
export function timeMap(
  alignment: Alignment,
  original: Features,
  take: Features,
): (seconds: number) => number {
  const points = alignment.path.map((pair) => ({
    from: original.frames[pair.original] as number,
    to: take.frames[pair.take] as number,
  }));
  return (seconds) => {
    const frame = seconds * FRAMES_A_SECOND - 0.5;
    const after = points.findIndex(({ from }) => from >= frame);
    const next = points[after];
    const previous = points[after - 1] ?? next;
    if (!next || !previous) return Number.NaN;
    const share = next.from === previous.from ? 0 : (frame - previous.from) / (next.from - previous.from);
    // The map of a word's start after a pause is the pause's end: the frames between were dropped.
    const to =
      next.to - previous.to > 20
        ? share > 0
          ? next.to
          : previous.to
        : previous.to + share * (next.to - previous.to);
    return (to + 0.5) / FRAMES_A_SECOND;
  };
}
