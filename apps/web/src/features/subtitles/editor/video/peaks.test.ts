import { describe, expect, it } from 'vitest';
import { computePeaks } from './peaks.ts';

describe('peaks', () => {
  it('are the loudest sample of each interval, positive or negative', () => {
    const samples = new Float32Array([0, 0.5, -0.75, 0.25, 0, 0, 0.125, -0.0625]);
    expect(computePeaks(samples, 4, 2)).toEqual({ values: [0.5, 0.75, 0, 0.125], perSecond: 2 });
  });

  it('include a shorter last interval', () => {
    expect(computePeaks(new Float32Array([0, 0, 1]), 4, 2).values).toEqual([0, 1]);
  });

  it('are at most 1', () => {
    expect(computePeaks(new Float32Array([-2, 1.5]), 2, 2).values).toEqual([1, 1]);
  });

  it('skip no sample if an interval isn’t a whole number of them', () => {
    const samples = new Float32Array(30);
    samples[29] = 1;
    expect(computePeaks(samples, 10, 3).values.at(-1)).toBe(1);
    expect(computePeaks(samples, 10, 3).values).toHaveLength(9);
  });

  it('are 0 in silence', () => {
    expect(computePeaks(new Float32Array(0), 8000)).toEqual({ values: [], perSecond: 50 });
  });
});
