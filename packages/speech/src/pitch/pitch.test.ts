import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameCentre } from '../frames/framing.ts';
import { addNoise, makeNoise, rms } from '../testing/noise.ts';
import { makeSentence } from '../testing/sentence.ts';
import { synthesise } from '../testing/source-filter-voice.ts';
import { computePitch } from './pitch.ts';
import { medianPitch, pitchRange, toSemitones } from './semitones.ts';

describe('pitch', () => {
  it('is within 20 cents for a sustained vowel, from a low male voice to a child’s', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 75, max: 450, noNaN: true }),
        fc.constantFrom('a', 'e', 'i', 'o', 'u'),
        (hz, vowel) => {
          const { samples } = synthesise([{ vowel, seconds: 0.5, hz }]);
          expect(Math.abs(1200 * Math.log2(medianPitch(computePitch(samples)) / hz))).toBeLessThan(20);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('follows glides at an SNR of 20 dB: no gross errors, half of the frames within 10 cents', () => {
    const errors: number[] = [];
    for (const [seed, hz] of [90, 130, 210, 280].entries()) {
      const { samples, pitch } = synthesise(makeSentence(seed, { hz }));
      const estimated = computePitch(
        addNoise(samples, makeNoise('white', samples.length, seed), rms(samples) / 10),
      );
      for (const [frame, value] of estimated.entries()) {
        const truth = pitch[frameCentre(frame)] as number;
        if (truth > 0 && value > 0) errors.push(Math.abs(1200 * Math.log2(value / truth)));
      }
    }
    errors.sort((a, b) => a - b);
    expect(errors.length).toBeGreaterThan(400);
    expect(errors[errors.length >> 1]).toBeLessThan(10);
    expect(errors.filter((cents) => cents > 300).length / errors.length).toBeLessThan(0.01);
  });

  it('is 0 in silence and mostly 0 in noise', () => {
    expect(computePitch(new Float32Array(8000)).some((hz) => hz > 0)).toBe(false);
    const voiced = computePitch(makeNoise('white', 32_000, 5)).filter((hz) => hz > 0).length;
    expect(voiced).toBeLessThan(10);
  });
});

describe('semitones', () => {
  it('are the same for a voice an octave higher', () => {
    const low = Float32Array.of(100, 0, 110, 120, 95);
    const high = low.map((hz) => hz * 2);
    for (const [i, value] of toSemitones(high).entries()) {
      if (low[i] === 0) expect(value).toBeNaN();
      else expect(value).toBeCloseTo(toSemitones(low)[i] as number, 4);
    }
  });

  it('have a range of 12 for an octave, and of 0 without voiced frames', () => {
    const octave = Float32Array.from({ length: 201 }, (_, i) => 100 * 2 ** ((i - 10) / 180));
    expect(pitchRange(octave)).toBeCloseTo(12, 0);
    expect(pitchRange(new Float32Array(50))).toBe(0);
  });
});
