import type { SpeechFrames } from '@sayback/speech';
import { LEVEL_MS } from '../recording/recorder.ts';
import { layoutRibbons, MAX_PIXELS_PER_SECOND, type Track } from './ribbon-layout.ts';

/**
 * Layout of a voice during recording, over the original's outline: pixels from the left edge and from the middle of the track.
 */
type LiveLayout = {
  bars: { x: number; width: number; half: number }[];
  outline: { x: number; half: number }[][];
  pixelsPerSecond: number;
};

export type LiveInput = {
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
/** Width as a multiple of the original's length, so that a slightly slower speaker doesn't change the scale. */
const ROOM = 1.25;
const MIN_STEP = 3;
const GAP = 1;

/** Returns the original's loudness, on the scale that {@link layoutLive} fits to the width. */
export const toOutline = (original: SpeechFrames, height: number): Track | null =>
  layoutRibbons({
    original,
    mine: null,
    takeTimes: null,
    extraPauses: [],
    words: [],
    leftOut: null,
    width: Number.POSITIVE_INFINITY,
    height,
  }).tracks.original;

const halfOfLevel = (level: number, height: number): number =>
  1 + Math.max(0, 1 - level / QUIETEST_DB) * (height / 2 - 2);

/** Lays out bars from the first word to now over the outline; without one, the last that fit. */
export function layoutLive({ levels, start, outline, width, height }: LiveInput): LiveLayout {
  if (!outline) {
    const step = MAX_PIXELS_PER_SECOND * LEVEL_S;
    const bars = getBars(levels.slice(-Math.floor(width / step)), step, height);
    return { bars, outline: [], pixelsPerSecond: MAX_PIXELS_PER_SECOND };
  }
  const spoken = start === null ? levels.slice(-1) : levels.slice(Math.floor(start / LEVEL_S));
  const longest = Math.max(ROOM * outline.seconds, spoken.length * LEVEL_S);
  const pixelsPerSecond = Math.min(MAX_PIXELS_PER_SECOND, width / longest);
  const scale = pixelsPerSecond / MAX_PIXELS_PER_SECOND;
  return {
    bars: getBars(spoken, pixelsPerSecond * LEVEL_S, height),
    outline: outline.ribbons.map((ribbon) => ribbon.map(({ x, half }) => ({ x: x * scale, half }))),
    pixelsPerSecond,
  };
}

/** Groups levels into bars that are wide enough to be seen. */
function getBars(levels: readonly number[], step: number, height: number): LiveLayout['bars'] {
  const count = Math.ceil(MIN_STEP / step);
  return Array.from({ length: Math.ceil(levels.length / count) }, (_, bar) => ({
    x: bar * count * step,
    width: count * step - GAP,
    half: halfOfLevel(Math.max(...levels.slice(bar * count, (bar + 1) * count)), height),
  }));
}

/** Interpolates the learner's track between the live bars (0) and its final position (1), at `pixelsPerSecond`. */
export function becomingTrack(
  track: Track,
  live: LiveInput,
  pixelsPerSecond: number,
  progress: number,
): Track {
  const from = layoutLive(live).pixelsPerSecond;
  const between = (first: number, last: number) => first + (last - first) * progress;
  const levelAt = (seconds: number) =>
    live.levels[Math.floor(((live.start ?? 0) + seconds) / LEVEL_S)] ?? QUIETEST_DB;
  const ribbons = track.ribbons.map((ribbon) =>
    ribbon.map(({ x, y, half }) => {
      const seconds = x / pixelsPerSecond;
      return {
        x: between(seconds * from, x),
        y: y * progress,
        half: between(halfOfLevel(levelAt(seconds), live.height), half),
      };
    }),
  );
  return { ...track, ribbons, pauses: progress < 1 ? [] : track.pauses };
}
