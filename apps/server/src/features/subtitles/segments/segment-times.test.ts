import { describe, expect, it } from 'vitest';
import { computeTimesBetween } from './segment-times.ts';

const times = (start_ms: number, end_ms: number) => ({ start_ms, end_ms });

describe('the times of an inserted segment', () => {
  it.each([
    ['as the only one', null, null, { times: times(0, 2000) }],
    ['at the start', null, times(5000, 6000), { times: times(3000, 5000) }],
    ['at the start, less than 2 s from 0', null, times(500, 6000), { times: times(0, 500) }],
    ['before one at 0', null, times(0, 1000), { times: times(0, 100), after: times(100, 1000) }],
    ['at the end', times(0, 1000), null, { times: times(1000, 3000) }],
    ['in a gap', times(0, 1000), times(4000, 5000), { times: times(1000, 4000) }],
    ['in the smallest gap', times(0, 1000), times(1100, 2000), { times: times(1000, 1100) }],
  ])('are correct %s', (_, before, after, expected) => {
    expect(computeTimesBetween(before, after)).toEqual(expected);
  });

  it('are taken from the previous segment if it is the longer one', () => {
    const before = times(0, 2000);
    expect(computeTimesBetween(before, times(2000, 3000))).toEqual({
      times: times(1900, 2000),
      before: times(0, 1900),
    });
    expect(computeTimesBetween(before, times(2060, 3000))).toEqual({
      times: times(1960, 2060),
      before: times(0, 1960),
    });
  });

  it('are taken from the next segment if it is the longer one', () => {
    expect(computeTimesBetween(times(0, 1000), times(1000, 3000))).toEqual({
      times: times(1000, 1100),
      after: times(1100, 3000),
    });
  });

  it('are taken from one of two overlapping segments', () => {
    expect(computeTimesBetween(times(0, 3000), times(2000, 4000))).toEqual({
      times: times(1900, 2000),
      before: times(0, 1900),
    });
  });

  it('overlap the neighbour if shortening it would leave less than a tenth of a second', () => {
    expect(computeTimesBetween(times(0, 150), times(150, 290))).toEqual({ times: times(50, 150) });
    expect(computeTimesBetween(times(0, 90), times(90, 200))).toEqual({ times: times(90, 190) });
  });
});
