import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { findEdgeProblem, findTimeProblem, moveEdge, nudgeEdge, tidyTime } from './times.ts';

const row = segment(1, { start_time: '00:00:01.000', end_time: '00:00:03.000' });

describe('tidying typed times', () => {
  it.each([
    ['00:00:01.500', '00:00:01.500'],
    ['00:00:01,5', '00:00:01.500'],
    ['1:02', '00:01:02.000'],
    ['1:02.25', '00:01:02.250'],
    ['1:02:03', '01:02:03.000'],
    ['75', '00:01:15.000'],
    ['7.25', '00:00:07.250'],
    [' 7 ', '00:00:07.000'],
  ])('converts %j to %s', (typed, time) => {
    expect(tidyTime(typed)).toBe(time);
  });

  it.each(['', 'soon', '1:99', '-3', '1:2:3:4'])('keeps %j unchanged', (typed) => {
    expect(tidyTime(typed)).toBe(typed);
  });
});

describe('time problems', () => {
  it.each([
    [{}, null],
    [{ start_time: 'x' }, { field: 'start_time', kind: 'format' }],
    [{ end_time: 'x' }, { field: 'end_time', kind: 'format' }],
    [{ end_time: '00:00:01.000' }, { field: 'end_time', kind: 'order' }],
    [{ start_time: '00:00:05.000' }, { field: 'end_time', kind: 'order' }],
  ] as const)('for times changed by %j include %j', (changes, problem) => {
    expect(findTimeProblem({ ...row, ...changes })).toEqual(problem);
  });
});

describe('moving an edge by a step', () => {
  it('changes its time by the step', () => {
    expect(nudgeEdge(row, 'start_time', 100)).toEqual({ start_time: '00:00:01.100' });
    expect(nudgeEdge(row, 'end_time', -1000)).toEqual({ end_time: '00:00:02.000' });
  });

  it('keeps a segment’s minimum length', () => {
    expect(moveEdge(row, 'start_time', 9000)).toEqual({ start_time: '00:00:02.900' });
    expect(moveEdge(row, 'end_time', 0)).toEqual({ end_time: '00:00:01.100' });
  });

  it('stops at the start of the video', () => {
    expect(nudgeEdge(row, 'start_time', -5000)).toEqual({ start_time: '00:00:00.000' });
  });

  it('ignores unreadable times', () => {
    expect(nudgeEdge({ ...row, end_time: 'x' }, 'start_time', 100)).toEqual({});
  });
});

describe('checking a new time of an edge', () => {
  const limits = { start: 500, end: 3500 };

  it.each([
    ['start_time', 500, false, null],
    ['start_time', 499, false, 'neighbour'],
    ['start_time', 499, true, null],
    ['start_time', 2900, false, null],
    ['start_time', 2901, true, 'order'],
    ['end_time', 3500, false, null],
    ['end_time', 3501, false, 'neighbour'],
    ['end_time', 3501, true, null],
    ['end_time', 1099, true, 'order'],
  ] as const)('%s at %i ms, overlap allowed %s: %s', (edge, to, allowsOverlap, problem) => {
    expect(findEdgeProblem(row, edge, to, limits, allowsOverlap)).toBe(problem);
  });

  it('returns “order” while the times are unreadable', () => {
    expect(
      findEdgeProblem({ start_time: 'soon', end_time: '00:00:01.000' }, 'end_time', 5, limits, true),
    ).toBe('order');
  });
});
