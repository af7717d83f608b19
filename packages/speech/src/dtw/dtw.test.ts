import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { makeRecording } from '../testing/recording.ts';
import { makeSentence } from '../testing/sentence.ts';
import { align } from './dtw.ts';
import { computeFeatures, type Features } from './features.ts';
import { timeMap } from './time-map.ts';

const analyseFeatures = (sound: Float32Array): Features => computeFeatures(analyse(sound));

describe('align', () => {
  const line = analyseFeatures(makeRecording(makeSentence(1)));

  it('maps a line onto itself at zero cost', () => {
    const alignment = align(line, line);
    expect(alignment?.cost).toBeCloseTo(0, 4);
    expect(alignment?.path.every(({ original, take }) => original === take)).toBe(true);
  });

  it('advances monotonically in both recordings, by at most three frames per step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (a, b) => {
        const path =
          align(
            analyseFeatures(makeRecording(makeSentence(a))),
            analyseFeatures(makeRecording(makeSentence(b))),
          )?.path ?? [];
        for (const [index, pair] of path.slice(1).entries()) {
          const before = path[index] as typeof pair;
          const forward = [pair.original - before.original, pair.take - before.take];
          expect(Math.min(...forward)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...forward)).toBe(1);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('returns null for an empty take, and for one ten times as long', () => {
    const empty = { vectors: new Float32Array(0), frames: new Uint32Array(0) };
    expect(align(line, empty)).toBeNull();
    const long = analyseFeatures(makeRecording(makeSentence(1, { syllables: 80 })));
    expect(align(analyseFeatures(makeRecording(makeSentence(1, { syllables: 4 }))), long)).toBeNull();
  });

  it('align with an open end finds how far a take has progressed', () => {
    const whole = analyseFeatures(makeRecording(makeSentence(3, { syllables: 12 })));
    const firstHalf = analyseFeatures(makeRecording(makeSentence(3, { syllables: 6 })));
    const share = ((align(whole, firstHalf, { openEnd: true })?.end ?? 0) + 1) / whole.frames.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('finds the time after an inserted pause within 30 ms', () => {
    for (const seed of [1, 2, 3, 4]) {
      const pieces = makeSentence(seed, { pauseAfter: 3, pause: 0.5 });
      const pauseIndex = pieces.findIndex((piece) => 'silence' in piece);
      const before = 0.5 + pieces.slice(0, pauseIndex).reduce((sum, { seconds }) => sum + seconds, 0);
      const original = analyseFeatures(makeRecording(makeSentence(seed)));
      const take = analyseFeatures(makeRecording(pieces, { seed: seed + 5, snr: 25 }));
      const alignment = align(original, take);
      expect(alignment).not.toBeNull();
      if (alignment)
        expect(Math.abs(timeMap(alignment, original, take)(before + 0.05) - before - 0.55)).toBeLessThan(
          0.03,
        );
    }
  });
});
