import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeSpeech, makeTracks, mapTimes, shift } from '../testing/generated-talk.ts';
import { estimateCoarseClock, estimateOffsets } from './coarse-clock.ts';

describe('the coarse clock of any file', () => {
  const cues = makeSpeech(150);
  const estimateFor = (target: typeof cues, original = cues) => {
    const tracks = makeTracks(original, target);
    return { ...tracks, clock: estimateCoarseClock(tracks.original, tracks.target) };
  };

  it.each([1, 25 / 23.976, 23.976 / 25, 1.004, 0.995])(
    'maps a file at %f times the speed close to the other file',
    (factor) => {
      const { original, clock } = estimateFor(mapTimes(cues, (ms) => ms / factor + 5000));
      const errors = Array.from(original.start, (ms, index) =>
        Math.abs(ms - (clock.start[index] ?? 0)),
      ).slice(3, -3);
      expect(Math.max(...errors)).toBeLessThan(800);
    },
  );

  it('stretches only a file with a different frame rate', () => {
    expect(estimateFor(mapTimes(cues, (ms) => (ms * 25) / 23.976)).clock.scale).toBeCloseTo(23.976 / 25, 2);
    for (const factor of [1, 1.004, 0.995])
      expect(estimateFor(mapTimes(cues, (ms) => ms * factor)).clock.scale).toBe(1);
  });

  it('searches a wider range if the files differ in length', () => {
    expect(estimateFor(cues).clock.limit).toBe(100_000);
    expect(estimateFor(shift(cues, 150_000)).clock.limit).toBe(250_000);
    expect(estimateFor(shift(cues, 9_000_000)).clock.limit).toBe(420_000);
  });

  it('numbers the pieces between jumps', () => {
    const { clock } = estimateFor(
      mapTimes(cues, (ms) => ms + (ms > 150_000 ? 20_000 : 0) + (ms > 300_000 ? 30_000 : 0)),
    );
    expect(new Set(clock.piece).size).toBe(3);
    expect(clock.piece[0]).toBe(0);
  });

  it('is the file’s own clock with an empty track', () => {
    const { clock, target } = estimateFor(cues, []);
    expect(clock.start).toEqual(target.start);
    expect(estimateFor([]).clock.start).toHaveLength(0);
  });
});

describe('the coarse clock of a shifted file', () => {
  const cues = makeSpeech(80, 17);
  const estimateFor = (target: Cue[]) => {
    const { original, target: track } = makeTracks(cues, target);
    return { original, clock: estimateCoarseClock(original, track), track };
  };

  it('preserves the duration of every cue', () => {
    const { clock, track } = estimateFor(shift(cues, 12_000));
    for (let index = 0; index < 80; index += 1) {
      expect((clock.end[index] ?? 0) - (clock.start[index] ?? 0)).toBeCloseTo(
        (track.end[index] ?? 0) - (track.start[index] ?? 0),
        6,
      );
    }
  });

  it('has one piece without a jump', () => {
    expect(new Set(estimateFor(shift(cues, 12_000)).clock.piece)).toEqual(new Set([0]));
  });

  it('can be estimated again at the same scale and range', () => {
    const { original, clock, track } = estimateFor(shift(cues, 12_000));
    expect(Array.from(estimateOffsets(original, track, clock).start)).toEqual(Array.from(clock.start));
  });
});
