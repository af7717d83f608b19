import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeNoise } from '../testing/noise.ts';
import { createPowerSpectrum } from './fft.ts';
import { countFrames, frameCentre, HOP } from './framing.ts';
import { computeLoudness } from './loudness.ts';
import { createMelSpectrum, MEL_BANDS, MEL_EDGES_HZ } from './mel.ts';
import { computeMfcc } from './mfcc.ts';

const sine = (hz: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hz * i) / 16_000));

describe('FFT', () => {
  it('preserves the energy of any input (Parseval)', () => {
    const spectrum = createPowerSpectrum(64);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
        (values) => {
          const power = new Float64Array(33);
          spectrum(Float32Array.from(values), power);
          const total = power.reduce((sum, p, bin) => sum + p * (bin === 0 || bin === 32 ? 1 : 2), 0);
          expect(total / 64).toBeCloseTo(
            Float32Array.from(values).reduce((sum, x) => sum + x * x, 0),
            4,
          );
        },
      ),
    );
  });

  it('puts the power of a sine into its bin', () => {
    const power = new Float64Array(257);
    createPowerSpectrum(512)(sine(1000, 512), power);
    expect(power.indexOf(Math.max(...power))).toBe(32);
    expect(power[32]).toBeCloseTo(256 ** 2, 0);
  });

  it('rejects a size that isn’t a power of two', () => {
    expect(() => createPowerSpectrum(400)).toThrow(RangeError);
  });
});

describe('loudness', () => {
  it('is −3 dBFS for a full-scale sine with any DC offset', () => {
    const offset = sine(440, 16_000).map((x) => x + 0.2);
    expect(computeLoudness(offset)[50]).toBeCloseTo(-3.01, 1);
  });

  it('changes by the gain in dB', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 0, noNaN: true }), (gain) => {
        const noise = makeNoise('white', 3200, 1);
        const before = computeLoudness(noise)[10] as number;
        const after = computeLoudness(noise.map((x) => x * 10 ** (gain / 20)))[10] as number;
        expect(after - before).toBeCloseTo(gain, 3);
      }),
      { numRuns: 20 },
    );
  });

  it('has one frame per whole hop, and none for empty input', () => {
    expect(computeLoudness(new Float32Array(HOP * 7 + 5))).toHaveLength(7);
    expect(computeLoudness(new Float32Array(0))).toHaveLength(0);
  });
});

describe('mel bands', () => {
  it('have the peak of a sine in the band around its frequency', () => {
    for (const hz of [200, 700, 1500, 4000]) {
      const levels = new Float32Array(MEL_BANDS);
      createMelSpectrum()(sine(hz, 1600), 800, levels);
      const band = levels.indexOf(Math.max(...levels));
      expect(MEL_EDGES_HZ[band]).toBeLessThan(hz);
      expect(MEL_EDGES_HZ[band + 2]).toBeGreaterThan(hz);
    }
  });
});

describe('MFCC', () => {
  it('don’t change with the gain', () => {
    const noise = makeNoise('pink', 8000, 3);
    const computeFor = (sound: Float32Array) => {
      const mel = new Float32Array(countFrames(sound.length) * MEL_BANDS);
      for (let f = 0; f * MEL_BANDS < mel.length; f++)
        createMelSpectrum()(sound, frameCentre(f), mel, f * MEL_BANDS);
      return computeMfcc(mel);
    };
    const quiet = computeFor(noise.map((x) => x * 0.05));
    for (const [i, value] of computeFor(noise.map((x) => x * 0.2)).entries())
      expect(value).toBeCloseTo(quiet[i] as number, 2);
  });
});
