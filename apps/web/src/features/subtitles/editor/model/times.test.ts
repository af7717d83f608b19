// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { edgeProblem, movedEdge, nudged, tidyTime, timeProblem } from './times.ts';

const row = segment(1, { start_time: '00:00:01.000', end_time: '00:00:03.000' });

describe('typed times', () => {
  it.each([
    ['00:00:01.500', '00:00:01.500'],
    ['00:00:01,5', '00:00:01.500'],
    ['1:02', '00:01:02.000'],
    ['1:02.25', '00:01:02.250'],
    ['1:02:03', '01:02:03.000'],
    ['75', '00:01:15.000'],
    ['7.25', '00:00:07.250'],
    [' 7 ', '00:00:07.000'],
  ])('reads %j as the time %s', (typed, time) => {
    expect(tidyTime(typed)).toBe(time);
  });

  it.each(['', 'soon', '1:99', '-3', '1:2:3:4'])('keeps %j unchanged', (typed) => {
    expect(tidyTime(typed)).toBe(typed);
  });
});

describe('time problems', () => {
  it.each([
    [{}, null],
    [{ start_time: 'x' }, { field: 'start_time', kind: 'form' }],
    [{ end_time: 'x' }, { field: 'end_time', kind: 'form' }],
    [{ end_time: '00:00:01.000' }, { field: 'end_time', kind: 'order' }],
    [{ start_time: '00:00:05.000' }, { field: 'end_time', kind: 'order' }],
  ] as const)('for times changed by %j include %j', (changes, problem) => {
    expect(timeProblem({ ...row, ...changes })).toEqual(problem);
  });
});

describe('moving an edge', () => {
  it('moves it by the given time', () => {
    expect(nudged(row, 'start_time', 100)).toEqual({ start_time: '00:00:01.100' });
    expect(nudged(row, 'end_time', -1000)).toEqual({ end_time: '00:00:02.000' });
  });

  it('keeps a segment’s minimum length', () => {
    expect(movedEdge(row, 'start_time', 9000)).toEqual({ start_time: '00:00:02.900' });
    expect(movedEdge(row, 'end_time', 0)).toEqual({ end_time: '00:00:01.100' });
  });

  it('stops at the start of the video', () => {
    expect(nudged(row, 'start_time', -5000)).toEqual({ start_time: '00:00:00.000' });
  });

  it('ignores unreadable times', () => {
    expect(nudged({ ...row, end_time: 'x' }, 'start_time', 100)).toEqual({});
  });
});

describe('setting an edge', () => {
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
  ] as const)('%s to %i ms, past a neighbour %s: %s', (edge, to, isFree, problem) => {
    expect(edgeProblem(row, edge, to, limits, isFree)).toBe(problem);
  });

  it('is refused while the times are unreadable', () => {
    expect(edgeProblem({ start_time: 'soon', end_time: '00:00:01.000' }, 'end_time', 5, limits, true)).toBe(
      'order',
    );
  });
});
