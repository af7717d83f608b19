import { describe, expect, it } from 'vitest';
import { followPosition, showInWindow, zoomWindow } from './time-window.ts';

const WINDOW = { from: 20_000, length: 12_000 };

describe('the timeline’s window', () => {
  it('zooms around a time that stays in place', () => {
    expect(zoomWindow(WINDOW, 0.5, 23_000)).toEqual({ from: 21_500, length: 6000 });
    expect(zoomWindow(WINDOW, 2, 23_000)).toEqual({ from: 17_000, length: 24_000 });
  });

  it('shows between a second and ten minutes, and no times before 0', () => {
    expect(zoomWindow(WINDOW, 0.001).length).toBe(1000);
    expect(zoomWindow(WINDOW, 1000)).toEqual({ from: 0, length: 600_000 });
  });

  it('doesn’t move while the segment is visible', () => {
    expect(showInWindow(WINDOW, { start: 20_000, end: 32_000 })).not.toBe(WINDOW);
    expect(showInWindow(WINDOW, { start: 21_500, end: 30_000 })).toBe(WINDOW);
  });

  it.each([
    ['before it', 3000, 5000],
    ['after it', 40_000, 43_000],
    ['longer than it', 25_000, 60_000],
    ['half in it', 31_000, 34_000],
  ])('moves to show a segment %s with some context', (_, start, end) => {
    const { from, length } = showInWindow(WINDOW, { start, end });
    expect(from).toBeLessThan(start);
    expect(from + length).toBeGreaterThan(end);
    expect(length).toBeGreaterThanOrEqual(WINDOW.length);
  });

  it('moves when playback gets near its end, or jumps out of it', () => {
    expect(followPosition(WINDOW, 25_000)).toBe(WINDOW);
    expect(followPosition(WINDOW, 31_500).from).toBeCloseTo(30_540);
    expect(followPosition(WINDOW, 5000).from).toBeCloseTo(4040);
  });
});
