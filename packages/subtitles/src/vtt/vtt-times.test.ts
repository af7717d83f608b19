import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIME_REASONS } from '../cues/problem.ts';
import { readVtt } from './read-vtt.ts';

/** Returns the times of a file with this single line of times, or the reason for rejecting them. */
const readTimes = (line: string) => {
  const { cues, problems } = readVtt(`WEBVTT\n\n${line}\nA\n`);
  const [cue] = cues;
  return cue ? [cue.start, cue.end] : (problems[0]?.message ?? '');
};
const readSettings = (suffix: string) =>
  readVtt(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000${suffix}\nA\n`).cues[0]?.markup?.settings;

describe('a WebVTT cue’s times', () => {
  it.each<[what: string, line: string, start: number, end: number]>([
    ['hours', '00:00:01.000 --> 00:00:02.500', 1000, 2500],
    ['no hours', '00:01.000 --> 00:02.500', 1000, 2500],
    ['hours on one side', '00:01.000 --> 00:00:02.500', 1000, 2500],
    ['one digit of hours, as browsers', '1:00:01.000 --> 1:00:02.000', 3_601_000, 3_602_000],
    ['three digits of hours', '100:00:01.000 --> 100:00:02.000', 360_001_000, 360_002_000],
    [
      'the last hour that a position can show',
      '9999:00:00.000 --> 9999:59:59.999',
      35_996_400_000,
      35_999_999_999,
    ],
    ['the last second of a minute', '00:59.999 --> 01:00.000', 59_999, 60_000],
    ['the last minute of an hour', '00:59:59.999 --> 01:00:00.000', 3_599_999, 3_600_000],
    ['no spaces at the arrow', '00:01.000-->00:02.000', 1000, 2000],
    ['tabs at the arrow', '00:01.000\t-->\t00:02.000', 1000, 2000],
    ['many spaces at the arrow', '00:01.000   -->   00:02.000', 1000, 2000],
    ['a space before the line', ' 00:01.000 --> 00:02.000', 1000, 2000],
    ['a space after the line', '00:01.000 --> 00:02.000 ', 1000, 2000],
    ['times in the wrong order', '00:04.000 --> 00:02.000', 2000, 4000],
    ['no length', '00:04.000 --> 00:04.000', 4000, 4000],
  ])('are parsed with %s: %s', (_, line, start, end) => {
    expect(readTimes(line)).toEqual([start, end]);
  });

  it.each([
    ['a comma', '00:01,000 --> 00:02,000'],
    ['two digits of a fraction', '00:01.00 --> 00:02.00'],
    ['four digits of a fraction', '00:01.0000 --> 00:02.0000'],
    ['a fourth digit only at the end', '00:00:01.000 --> 00:00:02.0005'],
    ['no fraction', '00:00:01 --> 00:00:02'],
    ['one digit of minutes', '0:01.000 --> 0:02.000'],
    ['one digit of seconds', '00:1.000 --> 00:2.000'],
    ['only seconds', '01.000 --> 02.000'],
    ['sixty seconds', '00:60.000 --> 01:01.000'],
    ['sixty minutes', '00:60:00.000 --> 01:00:01.000'],
    ['a sign', '-00:01.000 --> 00:02.000'],
    ['letters', '00:0x.000 --> 00:02.000'],
    ['only a start', '00:01.000 -->'],
    ['only an end', '--> 00:02.000'],
    ['only an arrow', '-->'],
    ['a space in a time', '00: 01.000 --> 00:02.000'],
    ['full-width digits', '００:０１.000 --> ００:０２.000'],
    ['an arrow of one hyphen more', '00:01.000 ---> 00:02.000'],
  ])('are rejected with %s, with a translatable reason: %s', (_, line) => {
    const [problem] = readVtt(`WEBVTT\n\n${line}\nA\n`).problems;
    expect(problem?.id).toMatch(/^(?:unreadableTimesBecause|noTimesAbove)$/);
    if (problem?.values && 'reason' in problem.values) {
      expect(Object.values(TIME_REASONS)).toContain(problem.values.reason);
    }
  });

  it('are rejected from 10,000 hours on', () => {
    expect(readTimes('9999:59:59.000 --> 10000:00:00.000')).toContain('The hours are beyond 9999.');
  });

  it.each([
    ['swapped up to 15 s', '00:15.000 --> 00:00.000', [0, 15_000]],
    ['skipped above 15 s', '00:15.001 --> 00:00.000', 'This cue ends before it starts and was skipped: “A”'],
  ])('are %s if the end is before the start', (_, line, expected) => {
    expect(readTimes(line)).toEqual(expected);
  });

  it('are parsed as written, for any milliseconds', () => {
    const padTwo = (value: number) => `${value}`.padStart(2, '0');
    const formatTime = (ms: number) => {
      const seconds = Math.floor(ms / 1000);
      const minutesAndSeconds = `${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}.${`${ms % 1000}`.padStart(3, '0')}`;
      return `${padTwo(Math.floor(seconds / 3600))}:${minutesAndSeconds}`;
    };
    fc.assert(
      fc.property(
        fc.nat(35_000_000_000),
        fc.nat(999_999),
        fc.constantFrom(' --> ', '-->', '\t--> '),
        (start, length, arrow) => {
          expect(readTimes(`${formatTime(start)}${arrow}${formatTime(start + length)}`)).toEqual([
            start,
            start + length,
          ]);
        },
      ),
    );
  });
});

describe('settings after the times', () => {
  it.each([
    ['none', '', undefined],
    ['only spaces', '   ', undefined],
    ['a line from the top', ' line:0', 'line:0'],
    ['a line from the bottom', ' line:-1', 'line:-1'],
    ['a line in per cent', ' line:50%', 'line:50%'],
    ['a line with its alignment', ' line:10%,center', 'line:10%,center'],
    ['a position', ' position:20%', 'position:20%'],
    ['a position with its alignment', ' position:20%,line-left', 'position:20%,line-left'],
    ['a size', ' size:35%', 'size:35%'],
    ['an alignment at the start', ' align:start', 'align:start'],
    ['an alignment in the middle', ' align:center', 'align:center'],
    ['an alignment at the end', ' align:end', 'align:end'],
    ['an alignment to the left', ' align:left', 'align:left'],
    ['an alignment to the right', ' align:right', 'align:right'],
    ['vertical text, growing left', ' vertical:rl', 'vertical:rl'],
    ['vertical text, growing right', ' vertical:lr', 'vertical:lr'],
    ['a region', ' region:fred', 'region:fred'],
    ['several', ' line:0 position:20% size:60% align:start', 'line:0 position:20% size:60% align:start'],
    ['a tab before', '\tline:0', 'line:0'],
    ['several spaces between', ' line:0   align:end', 'line:0   align:end'],
    ['an unknown one, as it is', ' foo:bar', 'foo:bar'],
    ['a broken one, as it is', ' line:', 'line:'],
    ['words, as they are', ' hello there', 'hello there'],
    ['an arrow, which would be another line of times', ' line:0 --> 3', undefined],
  ])('are %s', (_, suffix, settings) => {
    expect(readSettings(suffix)).toBe(settings);
  });

  it('can follow the end time without a space, as in browsers', () => {
    expect(readVtt('WEBVTT\n\n00:01.000 --> 00:02.000line:0\nA').cues).toMatchObject([
      { start: 1000, end: 2000 },
    ]);
  });
});
