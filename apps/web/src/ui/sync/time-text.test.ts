import { describe, expect, it } from 'vitest';
import { formatSignedSeconds, parseSeconds, parseTime } from './time-text.ts';

describe('parseTime', () => {
  it.each([
    ['00:01:02.500', 62_500],
    ['00:01:02,500', 62_500],
    [' 1:02.5 ', 62_500],
    ['1:02', 62_000],
    ['62.5', 62_500],
    ['62,5', 62_500],
    ['0', 0],
  ])('reads “%s” as %i ms', (typed, ms) => {
    expect(parseTime(typed)).toBe(ms);
  });

  it.each(['', 'abc', '-1', '1:99', '1:2:3:4', '1.2345'])('rejects “%s”', (typed) => {
    expect(parseTime(typed)).toBeNull();
  });
});

describe('formatSignedSeconds', () => {
  it.each([
    [1250, '+1.25 s'],
    [-12_345, '−12.345 s'],
    [0, '+0.0 s'],
    [2000, '+2.0 s'],
  ])('formats a difference of %i ms as %s', (ms, text) => {
    expect(formatSignedSeconds(ms)).toBe(text);
  });
});

describe('parseSeconds', () => {
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
