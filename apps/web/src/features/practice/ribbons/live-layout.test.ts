import type { SpeechFrames } from '@sayback/speech';
import { describe, expect, it } from 'vitest';
import { interpolateTrack, layoutLive, layoutOutline } from './live-layout.ts';
import { layoutRibbons } from './ribbon-layout.ts';

const WIDTH = 400;
const HEIGHT = 56;
const LEVELS_PER_SECOND = 62.5;

/** A quiet tenth of a second, then two seconds of speech. */
const original: SpeechFrames = {
  speech: Uint8Array.from({ length: 210 }, (_, frame) => Number(frame >= 10)),
  loudness: new Float32Array(210).fill(-20),
  pitch: new Float32Array(210).fill(120),
  mfcc: new Float32Array(12 * 210),
};
const outline = layoutOutline(original, HEIGHT);
const createLevels = (seconds: number) => Array<number>(Math.round(seconds * LEVELS_PER_SECOND)).fill(-12);
const layoutSeconds = (seconds: number, start: number | null) =>
  layoutLive({ levels: createLevels(seconds), start, outline, width: WIDTH, height: HEIGHT });
const findEnd = (points: readonly { x: number }[]) => points.at(-1)?.x ?? Number.NaN;

describe('the bars of a voice during recording', () => {
  it('start with the first word, on the original’s scale', () => {
    const { bars, outline, pixelsPerSecond } = layoutSeconds(1.5, 0.5);
    expect(bars[0]?.x).toBe(0);
    expect(findEnd(outline.flat()) / pixelsPerSecond).toBeCloseTo(2, 1);
    // One of two seconds was spoken.
    expect(findEnd(bars) / findEnd(outline.flat())).toBeCloseTo(0.5, 1);
  });

  it('are only one before the first word', () => {
    const { bars, outline } = layoutSeconds(3, null);
    expect(bars).toHaveLength(1);
    expect(outline.flat().length).toBeGreaterThan(100);
  });

  it('fit into the drawing with the outline, even if the line is said slowly', () => {
    for (const seconds of [1, 2, 4, 9]) {
      const { bars, outline } = layoutSeconds(seconds, 0);
      const last = bars.at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(WIDTH + 3);
      expect(findEnd(outline.flat())).toBeLessThanOrEqual(WIDTH);
    }
  });

  it('are the latest ones that fit if the original is unknown', () => {
    const { bars, outline } = layoutLive({
      levels: createLevels(9),
      start: 0,
      outline: null,
      width: WIDTH,
      height: HEIGHT,
    });
    expect(outline).toEqual([]);
    expect(findEnd(bars)).toBeLessThan(WIDTH);
    expect(findEnd(bars)).toBeGreaterThan(WIDTH - 10);
  });

  it('are interpolated to the ribbon of the take', () => {
    const input = { levels: createLevels(2.5), start: 0.5, outline, width: WIDTH, height: HEIGHT };
    const { tracks, pixelsPerSecond } = layoutRibbons({
      original,
      take: original,
      takeTimes: null,
      extraPauses: [],
      words: [],
      omitted: null,
      width: WIDTH,
      height: HEIGHT,
    });
    if (!tracks.take) throw new Error('no track');
    const interpolate = (progress: number) =>
      interpolateTrack(tracks.take as NonNullable<typeof tracks.take>, input, pixelsPerSecond, progress);
    const bars = layoutLive(input).bars;
    expect(findEnd(interpolate(0).ribbons.flat())).toBeCloseTo(findEnd(bars), -1);
    expect(interpolate(0).ribbons[0]?.[50]?.half).toBe(bars[10]?.half);
    expect(interpolate(1)).toEqual(tracks.take);
  });
});
