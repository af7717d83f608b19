import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResampler } from './resample.ts';

const tone = (hz: number, rate: number, seconds = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
const level = (samples: Float32Array) => {
  const inner = samples.subarray(1000, -1000);
  return Math.sqrt(inner.reduce((sum, sample) => sum + sample * sample, 0) / inner.length);
};

describe('resampling to 16 kHz', () => {
  it.each([44_100, 48_000])('preserves a tone in the speech band from %i Hz, without delay', (rate) => {
    const output = createResampler(rate)(tone(1000, rate));
    const expected = tone(1000, 16_000);
    const worst = Math.max(
      ...output.subarray(500, 7000).map((sample, i) => Math.abs(sample - (expected[500 + i] as number))),
    );
    expect(worst).toBeLessThan(0.02);
  });

  it.each([44_100, 48_000])('removes frequencies from %i Hz that 16 kHz can’t represent', (rate) => {
    expect(level(createResampler(rate)(tone(10_000, rate)))).toBeLessThan(0.01);
  });

  it('gives the same result for blocks of any length', () => {
    const sound = tone(440, 48_000, 0.1);
    const convertedAtOnce = createResampler(48_000)(sound);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 12 }), (lengths) => {
        const convert = createResampler(48_000);
        const output: number[] = [];
        let from = 0;
        for (const length of [...lengths, sound.length]) {
          output.push(...convert(sound.subarray(from, from + length)));
          from = Math.min(sound.length, from + length);
        }
        expect(output.length).toBe(convertedAtOnce.length);
        expect(
          Math.max(...output.map((sample, i) => Math.abs(sample - (convertedAtOnce[i] as number)))),
        ).toBeLessThan(1e-5);
      }),
      { numRuns: 30 },
    );
  });
});
