import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_TIMES_LENGTH, readPlainTimes, writeTimes } from './cue-times.ts';

const COMMA = 44;
const STOP = 46;

describe('times in the plain form', () => {
  it.each([
    ['zero', '00:00:00,000 --> 00:00:00,000', { start: 0, end: 0 }],
    ['a second', '00:00:01,000 --> 00:00:02,500', { start: 1000, end: 2500 }],
    ['every digit', '12:34:56,789 --> 98:07:06,543', { start: 45_296_789, end: 353_226_543 }],
    ['the last of each part', '99:59:59,999 --> 99:59:59,999', { start: 359_999_999, end: 359_999_999 }],
    ['text after them', '00:00:01,000 --> 00:00:02,500 X1:3', { start: 1000, end: 2500 }],
  ])('are parsed with %s', (_, line, times) => {
    expect(readPlainTimes(line, COMMA)).toEqual(times);
  });

  it.each([
    ['a full stop where a comma is wanted', '00:00:01.000 --> 00:00:02.500'],
    ['a full stop on one side', '00:00:01,000 --> 00:00:02.500'],
    ['sixty minutes', '00:60:00,000 --> 01:00:00,000'],
    ['sixty seconds', '00:00:60,000 --> 01:00:00,000'],
    ['no spaces', '00:00:01,000-->00:00:02,500'],
    ['another arrow', '00:00:01,000 ==> 00:00:02,500'],
    ['a letter in the hours', 'x0:00:01,000 --> 00:00:02,500'],
    ['a letter in the minutes', '00:0x:01,000 --> 00:00:02,500'],
    ['a letter in the seconds', '00:00:0x,000 --> 00:00:02,500'],
    ['a letter in the first two digits of the fraction', '00:00:01,0x0 --> 00:00:02,500'],
    ['a letter in the last digit', '00:00:01,00x --> 00:00:02,500'],
    ['a space before', ' 00:00:01,000 --> 00:00:02,500'],
    ['one digit of hours', '0:00:01,000 --> 00:00:02,500'],
    ['a truncated end', '00:00:01,000 --> 00:00:02,50'],
    ['a character between 9 and the colon', '00:00:01,00/ --> 00:00:02,500'],
    ['nothing', ''],
  ])('are left to the general parser with %s', (_, line) => {
    expect(readPlainTimes(line, COMMA)).toBeNull();
  });

  it('have the stated length', () => {
    expect('00:00:01,000 --> 00:00:02,500').toHaveLength(PLAIN_TIMES_LENGTH);
  });

  it('are unchanged after writing, up to 100 hours', () => {
    const ms = fc.nat(359_999_999);
    fc.assert(
      fc.property(ms, ms, (start, end) => {
        expect(readPlainTimes(writeTimes({ start, end }, ','), COMMA)).toEqual({ start, end });
        expect(readPlainTimes(writeTimes({ start, end }, '.'), STOP)).toEqual({ start, end });
      }),
    );
  });
});

describe('formatting times', () => {
  it.each([
    [0, 1, '00:00:00,000 --> 00:00:00,001'],
    [999, 1000, '00:00:00,999 --> 00:00:01,000'],
    [59_999, 60_000, '00:00:59,999 --> 00:01:00,000'],
    [3_599_999, 3_600_000, '00:59:59,999 --> 01:00:00,000'],
    [86_400_000, 359_999_999, '24:00:00,000 --> 99:59:59,999'],
    [360_000_000, 3_600_000_000, '100:00:00,000 --> 1000:00:00,000'],
    [-5, 1.4, '00:00:00,000 --> 00:00:00,001'],
    [1.5, 2.49, '00:00:00,002 --> 00:00:00,002'],
  ])('writing times of %d and %d ms gives %s', (start, end, line) => {
    expect(writeTimes({ start, end }, ',')).toBe(line);
  });

  it('has a full stop before the fractions in WebVTT', () => {
    expect(writeTimes({ start: 1500, end: 2000 }, '.')).toBe('00:00:01.500 --> 00:00:02.000');
  });
});
