import { describe, expect, it } from 'vitest';
import { formatPosition, parsePosition } from './position.ts';

describe('positions', () => {
  it('are formatted as hours, minutes, seconds and milliseconds', () => {
    expect(formatPosition(0)).toBe('00:00:00.000');
    expect(formatPosition(3_723_004)).toBe('01:02:03.004');
    expect(formatPosition(100 * 3_600_000)).toBe('100:00:00.000');
  });

  it('are whole milliseconds and never negative', () => {
    expect(formatPosition(999.6)).toBe('00:00:01.000');
    expect(formatPosition(-5)).toBe('00:00:00.000');
  });

  it('are parsed as they were formatted', () => {
    for (const ms of [0, 1, 59_999, 60_000, 3_599_999, 359_999_999]) {
      expect(parsePosition(formatPosition(ms))).toBe(ms);
    }
  });

  it('are parsed with a comma, a short fraction or none', () => {
    expect(parsePosition('00:00:01,5')).toBe(1500);
    expect(parsePosition('00:00:01')).toBe(1000);
  });

  it('are rejected in other formats', () => {
    for (const text of ['', '1', '00:60:00.000', '00:00:61', '-00:00:01.000', 'soon']) {
      expect(parsePosition(text)).toBeNull();
    }
  });
});
