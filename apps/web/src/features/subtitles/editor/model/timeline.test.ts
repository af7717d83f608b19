// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { open } from '../testing/open-editor.ts';
import { blocksBetween, edgeLimits, segmentAt } from './timeline.ts';

// Segments of 2 s that start at 1, 4, 7 … s.
const state = (count = 4) => open(count).editor;

describe('segments on a timeline', () => {
  it('are those that are at least partly in the window', () => {
    const numbers = blocksBetween(state().getState(), 5000, 7500).map(({ number }) => number);
    expect(numbers).toEqual([2, 3]);
  });

  it('have the edited times, not the saved ones', () => {
    const editor = state();
    editor.write(2, 'start_time', '00:00:03.250');
    expect(blocksBetween(editor.getState(), 3100, 3500)).toMatchObject([{ number: 2, start: 3250 }]);
    editor.write(2, 'start_time', 'soon');
    expect(blocksBetween(editor.getState(), 3100, 3500)).toEqual([]);
  });

  it('are found by time: none in a pause, the later one of two that overlap', () => {
    const editor = state();
    expect([3999, 4000, 5999, 6000].map((ms) => segmentAt(editor.getState(), ms))).toEqual([
      null,
      2,
      2,
      null,
    ]);
    editor.write(1, 'end_time', '00:00:05.000');
    expect(segmentAt(editor.getState(), 4500)).toBe(2);
  });
});

describe('a segment’s room on the timeline', () => {
  it('extends from the previous segment’s end to the next one’s start', () => {
    expect(edgeLimits(state().getState(), 2)).toEqual({ start: 3000, end: 7000 });
  });

  it('starts at 0 for the first one, and has no end for the last one', () => {
    expect(edgeLimits(state().getState(), 1)).toEqual({ start: 0, end: 4000 });
    expect(edgeLimits(state().getState(), 4)).toEqual({ start: 9000, end: Number.POSITIVE_INFINITY });
  });

  it('ends at its own edge if it already overlaps a neighbour', () => {
    const editor = state();
    editor.write(1, 'end_time', '00:00:04.500');
    expect(edgeLimits(editor.getState(), 2)).toEqual({ start: 4000, end: 7000 });
    expect(edgeLimits(editor.getState(), 1)).toEqual({ start: 0, end: 4500 });
  });
});
