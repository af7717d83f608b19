// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { open } from '../testing/open-editor.ts';
import { blocksBetween, edgeLimits, segmentAt } from './timeline.ts';

// Segments of 2 s that start at 1, 4, 7 … s.
const state = (count = 4) => open(count).editor;

describe('the segments of a time line', () => {
  it('are those that lie, with a part at least, in the window', () => {
    const numbers = blocksBetween(state().getState(), 5000, 7500).map(({ number }) => number);
    expect(numbers).toEqual([2, 3]);
  });

  it('have the times that are written, not those that are saved', () => {
    const editor = state();
    editor.write(2, 'start_time', '00:00:03.250');
    expect(blocksBetween(editor.getState(), 3100, 3500)).toMatchObject([{ number: 2, start: 3250 }]);
    editor.write(2, 'start_time', 'soon');
    expect(blocksBetween(editor.getState(), 3100, 3500)).toEqual([]);
  });

  it('are found by a moment: none in a pause, the later one where two overlap', () => {
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

describe('the room of a segment', () => {
  it('goes from the end of the one before to the start of the one after', () => {
    expect(edgeLimits(state().getState(), 2)).toEqual({ start: 3000, end: 7000 });
  });

  it('begins at 0 for the first one, and has no end for the last one', () => {
    expect(edgeLimits(state().getState(), 1)).toEqual({ start: 0, end: 4000 });
    expect(edgeLimits(state().getState(), 4)).toEqual({ start: 9000, end: Number.POSITIVE_INFINITY });
  });

  it('ends at its own edge where it overlaps a neighbour already', () => {
    const editor = state();
    editor.write(1, 'end_time', '00:00:04.500');
    expect(edgeLimits(editor.getState(), 2)).toEqual({ start: 4000, end: 7000 });
    expect(edgeLimits(editor.getState(), 1)).toEqual({ start: 0, end: 4500 });
  });
});
