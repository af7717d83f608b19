// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { FULL_SCALE, LEAD, scaleFor } from './wave-scale.ts';

describe('waveform scale', () => {
  it('uses the full scale for a short segment', () => {
    expect(scaleFor(2, 350)).toBe(FULL_SCALE);
  });

  it.each([3.1, 8, 60])('fits a segment of %f s with its room before and after', (seconds) => {
    expect(scaleFor(seconds, 350) * (seconds + 2 * LEAD)).toBeCloseTo(350);
  });
});
