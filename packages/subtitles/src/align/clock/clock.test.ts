import { describe, expect, it } from 'vitest';
import { makeCue, makeTracks } from '../testing/generated-talk.ts';
import { identityClock, lowerBound } from './clock.ts';

describe('the lower bound in sorted times', () => {
  const times = Float64Array.from([10, 20, 20, 30]);

  it.each([
    [5, 0],
    [10, 0],
    [10.5, 1],
    [20, 1],
    [20.5, 3],
    [30, 3],
    [31, 4],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.POSITIVE_INFINITY, 4],
  ])('for %d is %i', (value, position) => {
    expect(lowerBound(times, value)).toBe(position);
  });

  it('is 0 for an empty list', () => {
    expect(lowerBound(new Float64Array(0), 5)).toBe(0);
  });
});

describe('the identity clock', () => {
  const { target } = makeTracks([makeCue(0, 1000), makeCue(2000, 3500)]);
  const clock = identityClock(target);

  it('has the file’s own times', () => {
    expect([clock.start, clock.end]).toEqual([target.start, target.end]);
  });

  it('has one piece at normal speed', () => {
    expect([clock.scale, ...clock.piece]).toEqual([1, 0, 0]);
  });
});
