import type { SpeechFrames } from '@sayback/speech';
import { LEVEL_MS } from '../recording/recorder.ts';
import { layoutRibbons, MAX_PIXELS_PER_SECOND, type Track } from './ribbon-layout.ts';

/** Layout of a voice during recording, over the original's outline. Pixels from the left edge, and from the track's middle. */
type LiveLayout = {
  bars: { x: number; width: number; half: number }[];
  outline: { x: number; half: number }[][];
  pixelsPerSecond: number;
};

type LiveInput = {
  /** dBFS of each {@link LEVEL_MS} since the microphone was opened. */
  levels: readonly number[];
  /** Seconds from the opening of the microphone to the first word; null before it. */
  start: number | null;
  outline: Track | null;
  width: number;
  height: number;
};

const QUIETEST_DB = -60;
const LEVEL_S = LEVEL_MS / 1000;
/** Time scale as a multiple of the original's length, so that a slightly slower speaker doesn't change it. */
const TIME_FACTOR = 1.25;
const MIN_STEP = 3;
const GAP = 1;

/** Lays out the original's loudness on a fixed scale, which {@link layoutLive} fits to the width. */
export const layoutOutline = (original: SpeechFrames, height: number): Track | null =>
  layoutRibbons({
    original,
    take: null,
    takeTimes: null,
    extraPauses: [],
    words: [],
    omitted: null,
    width: Number.POSITIVE_INFINITY,
    height,
  }).tracks.original;

const computeHalfHeight = (level: number, height: number): number =>
  1 + Math.max(0, 1 - level / QUIETEST_DB) * (height / 2 - 2);

/** Lays out bars from the first word to now, over the outline; without an outline, the latest bars that fit. */
export function layoutLive({ levels, start, outline, width, height }: LiveInput): LiveLayout {
  if (!outline) {
    const step = MAX_PIXELS_PER_SECOND * LEVEL_S;
    const bars = layoutBars(levels.slice(-Math.floor(width / step)), step, height);
    return { bars, outline: [], pixelsPerSecond: MAX_PIXELS_PER_SECOND };
  }
  const spoken = start === null ? levels.slice(-1) : levels.slice(Math.floor(start / LEVEL_S));
  const longest = Math.max(TIME_FACTOR * outline.seconds, spoken.length * LEVEL_S);
  const pixelsPerSecond = Math.min(MAX_PIXELS_PER_SECOND, width / longest);
  const scale = pixelsPerSecond / MAX_PIXELS_PER_SECOND;
  return {
    bars: layoutBars(spoken, pixelsPerSecond * LEVEL_S, height),
    outline: outline.ribbons.map((ribbon) => ribbon.map(({ x, half }) => ({ x: x * scale, half }))),
    pixelsPerSecond,
  };
}

/** Groups levels into bars of a visible width. */
function layoutBars(levels: readonly number[], step: number, height: number): LiveLayout['bars'] {
  const count = Math.ceil(MIN_STEP / step);
  return Array.from({ length: Math.ceil(levels.length / count) }, (_, bar) => ({
    x: bar * count * step,
    width: count * step - GAP,
    half: computeHalfHeight(Math.max(...levels.slice(bar * count, (bar + 1) * count)), height),
  }));
}

/** Interpolates the take's track between the live bars (progress 0) and its final layout (1), at `pixelsPerSecond`. */
export function interpolateTrack(
  track: Track,
  live: LiveInput,
  pixelsPerSecond: number,
  progress: number,
): Track {
  const liveScale = layoutLive(live).pixelsPerSecond;
  const interpolate = (first: number, last: number) => first + (last - first) * progress;
  const findLevel = (seconds: number) =>
    live.levels[Math.floor(((live.start ?? 0) + seconds) / LEVEL_S)] ?? QUIETEST_DB;
  const ribbons = track.ribbons.map((ribbon) =>
    ribbon.map(({ x, y, half }) => {
      const seconds = x / pixelsPerSecond;
      return {
        x: interpolate(seconds * liveScale, x),
        y: y * progress,
        half: interpolate(computeHalfHeight(findLevel(seconds), live.height), half),
      };
    }),
  );
  return { ...track, ribbons, pauses: progress < 1 ? [] : track.pauses };
}
