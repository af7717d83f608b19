import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyLine, replaceArrow } from './srt-timing.ts';

/** Returns the start and end in milliseconds, or the kind of any other line. */
const classify = (line: string) => {
  const kind = classifyLine(line);
  return kind.kind === 'timing' ? [kind.start, kind.end] : kind.kind;
};
const readTrailingText = (line: string) => {
  const kind = classifyLine(line);
  return kind.kind === 'timing' ? [kind.rest, kind.settings] : kind.kind;
};

describe('a SubRip cue’s times', () => {
  it.each<[what: string, line: string, start: number, end: number]>([
    ['the usual form', '00:00:01,000 --> 00:00:02,500', 1000, 2500],
    ['midnight', '00:00:00,000 --> 00:00:00,001', 0, 1],
    ['the last millisecond of an hour', '00:59:59,999 --> 01:00:00,000', 3_599_999, 3_600_000],
    ['more than a day', '25:00:00,000 --> 25:00:01,000', 90_000_000, 90_001_000],
    ['three digits of hours', '100:00:00,000 --> 100:00:01,000', 360_000_000, 360_001_000],
    ['four digits of hours', '1000:00:00,000 --> 1000:00:01,000', 3_600_000_000, 3_600_001_000],
    ['one digit of hours', '1:00:00,000 --> 1:00:01,000', 3_600_000, 3_601_000],
    ['one digit of minutes', '00:1:00,000 --> 00:1:01,000', 60_000, 61_000],
    ['one digit of seconds', '00:00:1,000 --> 00:00:2,000', 1000, 2000],
    ['one digit in each part', '0:0:1,0 --> 0:0:2,5', 1000, 2500],
    ['more than 59 seconds', '00:00:75,000 --> 00:00:80,000', 75_000, 80_000],
    ['more than 59 minutes', '00:90:00,000 --> 00:90:01,000', 5_400_000, 5_401_000],
    ['a fraction of one digit', '00:00:01,5 --> 00:00:02,9', 1500, 2900],
    ['a fraction of two digits', '00:00:01,05 --> 00:00:02,95', 1050, 2950],
    ['a fraction of six digits', '00:00:01,123456 --> 00:00:02,999999', 1123, 2999],
    ['a fraction of nine digits', '00:00:01,123456789 --> 00:00:02,000000001', 1123, 2000],
    ['no fraction', '00:00:01 --> 00:00:02', 1000, 2000],
    ['a fraction on one side', '00:00:01,500 --> 00:00:02', 1500, 2000],
    ['a full stop before the fraction', '00:00:01.250 --> 00:00:02.750', 1250, 2750],
    ['a colon before the fraction', '00:00:01:250 --> 00:00:02:750', 1250, 2750],
    ['a Chinese full stop before the fraction', '00:00:01。250 --> 00:00:02。750', 1250, 2750],
    ['two separators for the fraction', '00:00:01,250 --> 00:00:02.750', 1250, 2750],
    ['minutes and seconds with a fraction', '01:02,5 --> 01:03,5', 62_500, 63_500],
    ['minutes on one side only', '00:00:01,000 --> 00:02,500', 1000, 2500],
    ['a space before the fraction', '00:00:01 ,250 --> 00:00:02 ,750', 1250, 2750],
    ['a space after the comma', '00:00:01, 250 --> 00:00:02, 750', 1250, 2750],
    ['spaces around a colon', '00 : 00 : 01,250 --> 00 : 00 : 02,750', 1250, 2750],
    ['a time below zero', '-00:00:01,000 --> 00:00:02,000', 0, 2000],
    ['both times below zero', '-00:00:03,000 --> -00:00:02,000', 0, 0],
    ['times in the wrong order', '00:00:04,000 --> 00:00:02,000', 4000, 2000],
    ['a cue of no length', '00:00:04,000 --> 00:00:04,000', 4000, 4000],
  ])('are parsed with %s: %s', (_, line, start, end) => {
    expect(classify(line)).toEqual([start, end]);
  });

  it.each([
    ['no space', '00:00:01,000-->00:00:02,500'],
    ['several spaces', '00:00:01,000    -->    00:00:02,500'],
    ['a space inside', '00:00:01,000 -- > 00:00:02,500'],
    ['one hyphen', '00:00:01,000 -> 00:00:02,500'],
    ['three hyphens', '00:00:01,000 ---> 00:00:02,500'],
    ['en dashes', '00:00:01,000 ––> 00:00:02,500'],
    ['one long dash', '00:00:01,000 —> 00:00:02,500'],
    ['full-width characters', '00:00:01,000 －－＞ 00:00:02,500'],
    ['a full-width head', '00:00:01,000 --＞ 00:00:02,500'],
    ['spaces before the line', '   00:00:01,000 --> 00:00:02,500'],
    ['a tab after the line', '00:00:01,000 --> 00:00:02,500\t'],
    ['full-width digits', '００：００：０１，０００ --> ００：００：０２，５００'],
    ['full-width colons', '00：00：01,000 --> 00：00：02,500'],
    ['a hard space at the arrow', '00:00:01,000\u00A0-->\u00A000:00:02,500'],
    ['zero-width spaces', '00:00:01,000\u200B --> 00:00:02,\u200B500'],
    ['direction marks', '\u202B00:00:01,000 --> \u200E00:00:02,500\u202C'],
    ['semicolons', '00;00;01;000 --> 00;00;02;500'],
    ['a byte order mark', '\uFEFF00:00:01,000 --> 00:00:02,500'],
    ['NUL, read as U+FFFD', '00:00:01,\uFFFD000 --> 00:00:02,500'],
    ['minus signs in the arrow', '00:00:01,000 −−> 00:00:02,500'],
    ['tabs at the arrow', '00:00:01,000\t-->\t00:00:02,500'],
    ['a form feed at the arrow', '00:00:01,000\f--> 00:00:02,500'],
    ['semicolons before the fraction', '00:00:01;000 --> 00:00:02;500'],
    ['Arabic digits', '٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٥٠٠'],
    ['an index directly before them', '12 00:00:01,000 --> 00:00:02,500'],
    ['an ideographic space at the arrow', '00:00:01,000\u3000-->\u300000:00:02,500'],
  ])('are parsed with another arrow or other characters: %s', (_, line) => {
    expect(classify(line)).toEqual([1000, 2500]);
  });

  it.each([
    ['a start below zero', '-00:00:01,000 --> 00:00:02,000', true],
    ['an end below zero', '00:00:01,000 --> -00:00:02,000', true],
    ['neither', '00:00:01.000 --> 00:00:02.000', false],
  ])('report whether one was negative: %s', (_, line, negative) => {
    expect(classifyLine(line)).toMatchObject({ kind: 'timing', negative });
  });
});

describe('text after the times', () => {
  it.each([
    ['SubRip’s coordinates', 'X1:40 X2:600 Y1:20 Y2:50', ['', 'X1:40 X2:600 Y1:20 Y2:50']],
    ['one coordinate', 'X1:40', ['', 'X1:40']],
    ['WebVTT’s settings', 'align:start position:0%', ['', 'align:start position:0%']],
    ['a setting with a comma', 'line:10%,end', ['', 'line:10%,end']],
    ['a setting with a hyphen', 'position:50%,line-left', ['', 'position:50%,line-left']],
    ['text', 'Hello there', ['Hello there', '']],
    ['text with a colon and a space', 'Ann: hello', ['Ann: hello', '']],
    ['a setting and then text', 'line:0 Hello there', ['line:0 Hello there', '']],
    ['Chinese text', '你好', ['你好', '']],
    ['full-width letters, as they are', 'Ａ', ['Ａ', '']],
    ['text with an arrow', 'go --> there', ['go --> there', '']],
  ])('is %s', (_, text, expected) => {
    expect(readTrailingText(`00:00:01,000 --> 00:00:02,000 ${text}`)).toEqual(expected);
  });

  it('is also separated by more than one space', () => {
    expect(readTrailingText('00:00:01,000 --> 00:00:02,000   Hello')).toEqual(['Hello', '']);
  });

  it('isn’t a second line with times', () => {
    const second = '00:00:03,000 --> 00:00:04,000';
    expect(readTrailingText(`00:00:01,000 --> 00:00:02,000 ${second}`)).toEqual([
      '00:00:03,000 → 00:00:04,000',
      '',
    ]);
  });
});

describe('malformed times', () => {
  it.each([
    ['a letter in a time', '00:00:0x,000 --> 00:00:04,000'],
    ['an end that is missing', '00:00:01,000 --> '],
    ['a truncated end', '00:00:01,000 --> 00:00'],
    ['a start that is missing', '--> 00:00:02,000'],
    ['five digits of hours', '10000:00:00,000 --> 10000:00:01,000'],
    ['four parts', '00:00:00:01,000 --> 00:00:00:02,000'],
    ['two separators before the fraction', '00:00:01,,000 --> 00:00:02,,000'],
    ['a fraction of ten digits', '00:00:01,0123456789 --> 00:00:02,000'],
    ['words around a time', '00:00:01,000 --> soon'],
    ['text directly after the end', '00:00:01,000 --> 00:00:02,000Hello'],
    ['full-width digits with a truncated end', '００：００：０１，０００ --> ００'],
  ])('are recognised with %s: %s', (_, line) => {
    expect(classify(line)).toBe('broken');
  });

  it.each([
    ['a word', 'Hello'],
    ['nothing', ''],
    ['a number', '42'],
    ['only an arrow', '-->'],
    ['an arrow between words', 'A --> B'],
    ['times of day', 'From 10:30 --> 11:45'],
    ['times of day without words', '10:30 -> 11:45'],
    ['minutes without a fraction on one side', '10:30,5 -> 11:45'],
    ['a comparison', '3 > 2'],
    ['a quotation', '> 10:30:00, he wrote'],
    ['times without an arrow', '00:00:01,000 00:00:02,000'],
    ['an arrow the other way', '00:00:02,000 <-- 00:00:01,000'],
    ['a Unicode arrow', '00:00:01,000 → 00:00:02,000'],
    ['a time inside a sentence', 'At 00:00:01,000 it began.'],
  ])('aren’t recognised in %s: %s', (_, line) => {
    expect(classify(line)).toBe('text');
  });

  it('aren’t searched in a line of more than 500 characters', () => {
    const times = '00:00:01,000 --> 00:00:02,000 ';
    const padded = (length: number) => times + 'x'.repeat(length - times.length);
    expect(classify(padded(500))).toEqual([1000, 2000]);
    expect(classify(padded(501))).toBe('text');
  });
});

describe('a line that must stay text', () => {
  it.each([
    ['unchanged if it can’t be confused with times', 'A --> B', 'A --> B'],
    ['unchanged without an arrow', '00:00:01,000', '00:00:01,000'],
    ['with another arrow for times', '00:00:01,000 --> 00:00:02,000', '00:00:01,000 → 00:00:02,000'],
    ['with another arrow for broken times', '00:00:0x --> 00:00:02,000', '00:00:0x → 00:00:02,000'],
    ['with another arrow for a short one', '00:00:01,000->00:00:02,000', '00:00:01,000 → 00:00:02,000'],
    [
      'with another arrow for a full-width one',
      '00:00:01,000 --＞ 00:00:02,000',
      '00:00:01,000 → 00:00:02,000',
    ],
  ])('is written %s', (_, line, text) => {
    expect(replaceArrow(line)).toBe(text);
  });

  it('is text when parsed again, for any input', () => {
    const part = fc.constantFrom(...'00:00:01,000|0:1|1:2:3|-->|->|--＞| |x|-|>|，|:|１'.split('|'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        expect(classify(replaceArrow(parts.join('')))).toBe('text');
      }),
      { numRuns: 1500 },
    );
  });
});

describe('any two times', () => {
  const ms = fc.integer({ min: 0, max: 9999 * 3_600_000 });
  const formatTime = (time: number, separator: string, hours: number) => {
    const padTwo = (value: number) => `${value}`.padStart(2, '0');
    const totalSeconds = Math.floor(time / 1000);
    const clock = `${padTwo(Math.floor(totalSeconds / 60) % 60)}:${padTwo(totalSeconds % 60)}${separator}${`${time % 1000}`.padStart(3, '0')}`;
    return `${`${Math.floor(totalSeconds / 3600)}`.padStart(hours, '0')}:${clock}`;
  };

  it('are parsed as written, with any separator and arrow', () => {
    const separator = fc.constantFrom(',', '.', ':', '，', '。', '：');
    const arrow = fc.constantFrom(' --> ', '-->', ' -> ', ' --＞ ', ' —> ');
    fc.assert(
      fc.property(
        ms,
        ms,
        separator,
        arrow,
        fc.integer({ min: 1, max: 4 }),
        (start, end, separator, between, hours) => {
          const line = `${formatTime(start, separator, hours)}${between}${formatTime(end, separator, hours)}`;
          expect(classify(line)).toEqual([start, end]);
        },
      ),
    );
  });
});
