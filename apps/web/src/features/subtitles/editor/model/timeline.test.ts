import { describe, expect, it } from 'vitest';
import { open } from '../testing/open-editor.ts';
import { findBlocks, findEdgeLimits, findSegmentAt } from './timeline.ts';

// Segments of 2 s that start at 1, 4, 7 … s.
const openEditor = (count = 4) => open(count).editor;

describe('segments on a timeline', () => {
  it('include those that are only partly in the window', () => {
    const numbers = findBlocks(openEditor().getState(), 5000, 7500).map(({ number }) => number);
    expect(numbers).toEqual([2, 3]);
  });

  it('have their edited times', () => {
    const editor = openEditor();
    editor.write(2, 'start_time', '00:00:03.250');
    expect(findBlocks(editor.getState(), 3100, 3500)).toMatchObject([{ number: 2, start: 3250 }]);
    editor.write(2, 'start_time', 'soon');
    expect(findBlocks(editor.getState(), 3100, 3500)).toEqual([]);
  });

  it('are found by time: none in a pause, and the later of two that overlap', () => {
    const editor = openEditor();
    expect([3999, 4000, 5999, 6000].map((ms) => findSegmentAt(editor.getState(), ms))).toEqual([
      null,
      2,
      2,
      null,
    ]);
    editor.write(1, 'end_time', '00:00:05.000');
    expect(findSegmentAt(editor.getState(), 4500)).toBe(2);
  });
});

describe('the limits of a segment’s edges', () => {
  it('are the previous segment’s end and the next one’s start', () => {
    expect(findEdgeLimits(openEditor().getState(), 2)).toEqual({ start: 3000, end: 7000 });
  });

  it('start at 0 for the first segment, and are infinite for the last one', () => {
    expect(findEdgeLimits(openEditor().getState(), 1)).toEqual({ start: 0, end: 4000 });
    expect(findEdgeLimits(openEditor().getState(), 4)).toEqual({
      start: 9000,
      end: Number.POSITIVE_INFINITY,
    });
  });

  it('are its own edges if it overlaps a neighbour already', () => {
    const editor = openEditor();
    editor.write(1, 'end_time', '00:00:04.500');
    expect(findEdgeLimits(editor.getState(), 2)).toEqual({ start: 4000, end: 7000 });
    expect(findEdgeLimits(editor.getState(), 1)).toEqual({ start: 0, end: 4500 });
  });
});
