import type { SpeechFrames } from '@sayback/speech';
import { describe, expect, it } from 'vitest';
import { becomingTrack, layoutLive, toOutline } from './live-layout.ts';
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
const outline = toOutline(original, HEIGHT);
const makeLevels = (seconds: number) => Array<number>(Math.round(seconds * LEVELS_PER_SECOND)).fill(-12);
const live = (seconds: number, start: number | null) =>
  layoutLive({ levels: makeLevels(seconds), start, outline, width: WIDTH, height: HEIGHT });
const getEnd = (points: readonly { x: number }[]) => points.at(-1)?.x ?? Number.NaN;

describe('the bars of a voice during recording', () => {
  it('start with the first word, on the scale of the original behind them', () => {
    const { bars, outline, pixelsPerSecond } = live(1.5, 0.5);
    expect(bars[0]?.x).toBe(0);
    expect(getEnd(outline.flat()) / pixelsPerSecond).toBeCloseTo(2, 1);
    // A second was spoken, so half of the outline remains.
    expect(getEnd(bars) / getEnd(outline.flat())).toBeCloseTo(0.5, 1);
  });

  it('are a single one before the first word', () => {
    const { bars, outline } = live(3, null);
    expect(bars).toHaveLength(1);
    expect(outline.flat().length).toBeGreaterThan(100);
  });

  it('stay inside the picture, along with the outline, however slowly the line is said', () => {
    for (const seconds of [1, 2, 4, 9]) {
      const { bars, outline } = live(seconds, 0);
      const last = bars.at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(WIDTH + 3);
      expect(getEnd(outline.flat())).toBeLessThanOrEqual(WIDTH);
    }
  });

  it('are the last ones that fit if the original isn’t known', () => {
    const { bars, outline } = layoutLive({
      levels: makeLevels(9),
      start: 0,
      outline: null,
      width: WIDTH,
      height: HEIGHT,
    });
    expect(outline).toEqual([]);
    expect(getEnd(bars)).toBeLessThan(WIDTH);
    expect(getEnd(bars)).toBeGreaterThan(WIDTH - 10);
  });

  it('turn into the ribbon of the take', () => {
    const input = { levels: makeLevels(2.5), start: 0.5, outline, width: WIDTH, height: HEIGHT };
    const { tracks, pixelsPerSecond } = layoutRibbons({
      original,
      mine: original,
      takeTimes: null,
      extraPauses: [],
      words: [],
      leftOut: null,
      width: WIDTH,
      height: HEIGHT,
    });
    if (!tracks.mine) throw new Error('no track');
    const at = (progress: number) =>
      becomingTrack(tracks.mine as NonNullable<typeof tracks.mine>, input, pixelsPerSecond, progress);
    const bars = layoutLive(input).bars;
    expect(getEnd(at(0).ribbons.flat())).toBeCloseTo(getEnd(bars), -1);
    expect(at(0).ribbons[0]?.[50]?.half).toBe(bars[10]?.half);
    expect(at(1)).toEqual(tracks.mine);
  });
});
