// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { parseSeconds, parseTime, formatSignedSeconds } from './time-text.ts';

describe('typed times', () => {
  it.each([
    ['00:01:02.500', 62_500],
    ['00:01:02,500', 62_500],
    [' 1:02.5 ', 62_500],
    ['1:02', 62_000],
    ['62.5', 62_500],
    ['62,5', 62_500],
    ['0', 0],
  ])('reads a time from “%s”', (typed, ms) => {
    expect(parseTime(typed)).toBe(ms);
  });

  it.each(['', 'abc', '-1', '1:99', '1:2:3:4', '1.2345'])('reads no time from “%s”', (typed) => {
    expect(parseTime(typed)).toBeNull();
  });
});

describe('time differences', () => {
  it.each([
    [1250, '+1.25 s'],
    [-12_345, '−12.345 s'],
    [0, '+0.0 s'],
    [2000, '+2.0 s'],
  ])('formats a difference of %i ms as %s', (ms, text) => {
    expect(formatSignedSeconds(ms)).toBe(text);
  });
});

describe('typed seconds', () => {
  it.each([
    ['1.5', 1500],
    ['+0,25', 250],
    ['-2', -2000],
    ['−0.0304', -30],
    ['', null],
    ['0', null],
    ['soon', null],
  ])('reads %j as %s ms', (typed, ms) => {
    expect(parseSeconds(typed)).toBe(ms);
  });
});
