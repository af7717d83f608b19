import { describe, expect, it } from 'vitest';
import { computePaddedWindow, findSegmentIndex } from './segment-window.ts';

const noPadding = { padding_before: 0, padding_after: 0, padding_overlaps: false };
const halfSecond = { padding_before: 500, padding_after: 500, padding_overlaps: false };
const oneSecond = { padding_before: 1000, padding_after: 1000, padding_overlaps: false };

describe('the window played for a segment', () => {
  it('is the segment itself without padding', () => {
    expect(computePaddedWindow([{ start: 1000, end: 2000 }], 0, noPadding)).toEqual({ from: 1000, to: 2000 });
  });

  it('never starts before 0', () => {
    expect(computePaddedWindow([{ start: 300, end: 2000 }], 0, halfSecond)).toEqual({ from: 0, to: 2500 });
  });

  it('starts at 0 for a segment with a negative start', () => {
    expect(computePaddedWindow([{ start: -200, end: 2000 }], 0, noPadding)).toEqual({ from: 0, to: 2000 });
  });

  const close = [
    { start: 1000, end: 2000 },
    { start: 2300, end: 4000 },
    { start: 4200, end: 5000 },
  ];

  it('stops at the neighbours’ edges', () => {
    expect(computePaddedWindow(close, 1, halfSecond)).toEqual({ from: 2000, to: 4200 });
  });

  it('stops at the neighbours in time in an unsorted list', () => {
    const shuffled = [close[2], close[1], close[0]].filter((segment) => segment !== undefined);
    expect(computePaddedWindow(shuffled, 1, halfSecond)).toEqual({ from: 2000, to: 4200 });
  });

  it('has no padding on a side where another segment overlaps', () => {
    const overlapping = [
      { start: 1000, end: 2500 },
      { start: 2000, end: 4000 },
      { start: 3500, end: 5000 },
    ];
    expect(computePaddedWindow(overlapping, 1, halfSecond)).toEqual({ from: 2000, to: 4000 });
  });

  it('has its full padding if another segment has the same times', () => {
    const twins = [
      { start: 2000, end: 3000 },
      { start: 2000, end: 3000 },
    ];
    expect(computePaddedWindow(twins, 0, halfSecond)).toEqual({ from: 1500, to: 3500 });
  });

  it('has no padding for a segment inside another', () => {
    const nested = [
      { start: 1000, end: 6000 },
      { start: 3000, end: 4000 },
    ];
    expect(computePaddedWindow(nested, 1, oneSecond)).toEqual({ from: 3000, to: 4000 });
  });

  it('has padding on both sides of a segment that contains another', () => {
    const nested = [
      { start: 2000, end: 6000 },
      { start: 3000, end: 4000 },
    ];
    expect(computePaddedWindow(nested, 0, oneSecond)).toEqual({ from: 1000, to: 7000 });
  });

  it('is at least half as long as the segment, even with negative padding', () => {
    const cut = { ...noPadding, padding_before: -500, padding_after: -250 };
    expect(computePaddedWindow([{ start: 1000, end: 1600 }], 0, cut)).toEqual({ from: 1200, to: 1500 });
  });

  it('lasts 100 ms for a segment that ends before it starts', () => {
    expect(computePaddedWindow([{ start: 2000, end: 1500 }], 0, noPadding)).toEqual({ from: 2000, to: 2100 });
  });

  it('throws for a segment that doesn’t exist', () => {
    expect(() => computePaddedWindow([], 0, noPadding)).toThrow(RangeError);
  });
});

describe('the segment at a position', () => {
  const segments = [
    { start: 1000, end: 2000 },
    { start: 2000, end: 3000 },
    { start: 6000, end: 7000 },
  ];

  it.each([
    [1000, 0, 'at its start'],
    [1999, 0, 'just before its end'],
    [2000, 1, 'at the end of one and the start of the next'],
    [3000, 1, 'at an end before a gap'],
    [4400, 1, 'nearer to the one before'],
    [4600, 2, 'nearer to the one after'],
    [4500, 1, 'equally near to both'],
    [0, 0, 'before the first'],
    [99_000, 2, 'after the last'],
  ])('at %i ms has index %i: %s', (position, index) => {
    expect(findSegmentIndex(segments, position)).toBe(index);
  });

  it('is the last to start if several overlap', () => {
    const overlapping = [
      { start: 1000, end: 9000 },
      { start: 4000, end: 6000 },
      { start: 2000, end: 8000 },
    ];
    expect(findSegmentIndex(overlapping, 5000)).toBe(1);
    expect(findSegmentIndex(overlapping, 7000)).toBe(2);
    expect(findSegmentIndex(overlapping, 8500)).toBe(0);
  });

  it('is found in an unsorted list', () => {
    expect(findSegmentIndex([...segments].reverse(), 6500)).toBe(0);
  });

  it('is −1 without segments', () => {
    expect(findSegmentIndex([], 1000)).toBe(-1);
  });
});
