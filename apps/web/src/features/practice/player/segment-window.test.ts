import { describe, expect, it } from 'vitest';
import { playWindow, segmentAt } from './segment-window.ts';

const none = { padding_before: 0, padding_after: 0, padding_overlaps: false };
const half = { padding_before: 500, padding_after: 500, padding_overlaps: false };
const full = { padding_before: 1000, padding_after: 1000, padding_overlaps: false };

describe('the window played for a segment', () => {
  it('is the segment itself without padding', () => {
    expect(playWindow([{ start: 1000, end: 2000 }], 0, none)).toEqual({ from: 1000, to: 2000 });
  });

  it('never starts before the medium', () => {
    expect(playWindow([{ start: 300, end: 2000 }], 0, half)).toEqual({ from: 0, to: 2500 });
  });

  it('never starts before the medium, even if the segment does', () => {
    expect(playWindow([{ start: -200, end: 2000 }], 0, none)).toEqual({ from: 0, to: 2000 });
  });

  const close = [
    { start: 1000, end: 2000 },
    { start: 2300, end: 4000 },
    { start: 4200, end: 5000 },
  ];

  it('stops at the neighbours’ edges', () => {
    expect(playWindow(close, 1, half)).toEqual({ from: 2000, to: 4200 });
  });

  it('uses the neighbours in time, whatever the order of the list', () => {
    const shuffled = [close[2], close[1], close[0]].filter((segment) => segment !== undefined);
    expect(playWindow(shuffled, 1, half)).toEqual({ from: 2000, to: 4200 });
  });

  it('isn’t extended on a side where another segment overlaps', () => {
    const overlapping = [
      { start: 1000, end: 2500 },
      { start: 2000, end: 4000 },
      { start: 3500, end: 5000 },
    ];
    expect(playWindow(overlapping, 1, half)).toEqual({ from: 2000, to: 4000 });
  });

  it('isn’t narrowed by another segment with the same times', () => {
    const twins = [
      { start: 2000, end: 3000 },
      { start: 2000, end: 3000 },
    ];
    expect(playWindow(twins, 0, half)).toEqual({ from: 1500, to: 3500 });
  });

  it('isn’t extended for a segment inside another', () => {
    const nested = [
      { start: 1000, end: 6000 },
      { start: 3000, end: 4000 },
    ];
    expect(playWindow(nested, 1, full)).toEqual({ from: 3000, to: 4000 });
  });

  it('is extended on both sides of a segment that contains another', () => {
    const nested = [
      { start: 2000, end: 6000 },
      { start: 3000, end: 4000 },
    ];
    expect(playWindow(nested, 0, full)).toEqual({ from: 1000, to: 7000 });
  });

  it('keeps half of a short segment, cut on both sides in proportion', () => {
    const cut = { ...none, padding_before: -500, padding_after: -250 };
    expect(playWindow([{ start: 1000, end: 1600 }], 0, cut)).toEqual({ from: 1200, to: 1500 });
  });

  it('is a tenth of a second for a segment that ends before it starts', () => {
    expect(playWindow([{ start: 2000, end: 1500 }], 0, none)).toEqual({ from: 2000, to: 2100 });
  });

  it('throws for a segment that doesn’t exist', () => {
    expect(() => playWindow([], 0, none)).toThrow(RangeError);
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
    [3000, 1, 'at an end that nothing follows'],
    [4400, 1, 'nearer to the one before'],
    [4600, 2, 'nearer to the one after'],
    [4500, 1, 'as near to both'],
    [0, 0, 'before the first'],
    [99_000, 2, 'after the last'],
  ])('the segment at a position at %i is number %i: %s', (position, index) => {
    expect(segmentAt(segments, position)).toBe(index);
  });

  it('is the latest to start if several overlap', () => {
    const overlapping = [
      { start: 1000, end: 9000 },
      { start: 4000, end: 6000 },
      { start: 2000, end: 8000 },
    ];
    expect(segmentAt(overlapping, 5000)).toBe(1);
    expect(segmentAt(overlapping, 7000)).toBe(2);
    expect(segmentAt(overlapping, 8500)).toBe(0);
  });

  it('is found in an unsorted list', () => {
    expect(segmentAt([...segments].reverse(), 6500)).toBe(0);
  });

  it('is −1 without segments', () => {
    expect(segmentAt([], 1000)).toBe(-1);
  });
});
