import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSrt } from './read-srt.ts';

const readTexts = (file: string) => readSrt(file).cues.map(({ text }) => text);
const readMessages = (file: string) =>
  readSrt(file).problems.map(({ line, message }) => `${line}: ${message}`);
const A = '00:00:01,000 --> 00:00:02,000';
const B = '00:00:03,000 --> 00:00:04,000';
const C = '00:00:05,000 --> 00:00:06,000';

describe('the index above the times', () => {
  it.each([
    ['isn’t part of the previous text', `1\n${A}\nOne\n\n2\n${B}\nTwo`, ['One', 'Two']],
    ['can be missing', `${A}\nOne\n\n${B}\nTwo`, ['One', 'Two']],
    ['can be missing once', `1\n${A}\nOne\n\n${B}\nTwo`, ['One', 'Two']],
    ['can be the same twice', `1\n${A}\nOne\n\n1\n${B}\nTwo`, ['One', 'Two']],
    ['can count down', `9\n${A}\nOne\n\n8\n${B}\nTwo`, ['One', 'Two']],
    ['can be zero', `0\n${A}\nOne\n\n1\n${B}\nTwo`, ['One', 'Two']],
    ['can have leading zeros', `001\n${A}\nOne\n\n002\n${B}\nTwo`, ['One', 'Two']],
    ['can have a number sign', `#1\n${A}\nOne\n\n#2\n${B}\nTwo`, ['One', 'Two']],
    ['can have a point', `1.0\n${A}\nOne\n\n2.0\n${B}\nTwo`, ['One', 'Two']],
    ['can have a full stop or a bracket', `1.\n${A}\nOne\n\n2)\n${B}\nTwo`, ['One', 'Two']],
    ['can be full-width', `１\n${A}\nOne\n\n２\n${B}\nTwo`, ['One', 'Two']],
    ['can have nine digits', `1\n${A}\nOne\n\n123456789\n${B}\nTwo`, ['One', 'Two']],
    ['doesn’t have ten digits', `1\n${A}\nOne\n\n1234567890\n${B}\nTwo`, ['One\n\n1234567890', 'Two']],
    ['doesn’t have letters', `1\n${A}\nOne\n\n2a\n${B}\nTwo`, ['One\n\n2a', 'Two']],
    ['can be negative', `-1\n${A}\nOne\n\n-2\n${B}\nTwo`, ['One', 'Two']],
    [
      'can directly follow the text above',
      `1\n${A}\nOne.2\n${B}\nTwo\n\n3\n${C}\nThree`,
      ['One.', 'Two', 'Three'],
    ],
    [
      'of an appended file can directly follow the text above',
      `1\n${B}\nTwo1\n${A}\nOne\n\n2\n${C}\nThree`,
      ['Two', 'One', 'Three'],
    ],
    ['of an appended file can follow its byte order mark', `1\n${A}\nOne\uFEFF1\n${B}\nTwo`, ['One', 'Two']],
    ['isn’t cut from a text whose number isn’t the next', `1\n${A}\nMP3\n${B}\nTwo`, ['MP3', 'Two']],
    ['can be on the line of the times', `1 ${A}\nOne\n\n2. ${B}\nTwo`, ['One', 'Two']],
    ['can have Arabic digits', `١\n${A}\nOne\n\n٢\n${B}\nTwo`, ['One', 'Two']],
    ['can follow without a blank line', `1\n${A}\nOne\n2\n${B}\nTwo`, ['One', 'Two']],
    [
      'can have blank lines below it if it is the next number',
      `1\n${A}\nOne\n\n2\n\n\n${B}\nTwo`,
      ['One', 'Two'],
    ],
    [
      'is text before a blank line if it isn’t the next number',
      `1\n${A}\nOne\n\n7\n\n${B}\nTwo`,
      ['One\n\n7', 'Two'],
    ],
    ['is only the last of two numbers', `1\n${A}\n42\n2\n${B}\nTwo`, ['42', 'Two']],
    ['isn’t cut from a last line with words', `${A}\nOne 2\n${B}\nTwo`, ['One 2', 'Two']],
    ['can have spaces', ` 1 \n${A}\nOne\n\n\t2\n${B}\nTwo`, ['One', 'Two']],
  ])('%s', (_, file, expected) => {
    expect(readTexts(file)).toEqual(expected);
  });
});

describe('a file truncated in its last times', () => {
  it.each(['00:00:0', '00:00:03', '00:00:03,', '00:00:03,000', '00:00:03,000 -', '00:00:03,000 --'])(
    'reports them, and the cue above keeps its own text: %j',
    (times) => {
      const { cues, problems } = readSrt(`1\n${A}\nOne\n\n2\n${times}`);
      expect(cues.map(({ text }) => text)).toEqual(['One']);
      expect(problems).toMatchObject([{ line: 6, id: 'unreadableTimes' }]);
    },
  );

  it('can end at the index', () => {
    expect(readMessages(`1\n${A}\nOne\n\n2\n`)).toEqual([
      '5: These times are unreadable, so the cue was skipped: “2”',
    ]);
    expect(readTexts(`1\n${A}\nOne\n\n2`)).toEqual(['One']);
    expect(readTexts(`1\n${A}\nOne\n2`)).toEqual(['One\n2']);
    expect(readTexts(`1\n${A}\nOne\n\n7`)).toEqual(['One\n\n7']);
  });

  it('isn’t detected at a time of day without an index above', () => {
    expect(readTexts(`1\n${A}\nAt\n10:30:00`)).toEqual(['At\n10:30:00']);
  });
});

describe('concatenated files', () => {
  it.each([
    ['two of SubRip', `1\n${A}\nOne\n\n1\n${B}\nTwo`],
    ['with a byte order mark in the middle', `1\n${A}\nOne\n\uFEFF1\n${B}\nTwo`],
    ['SubRip and WebVTT', `1\n${A}\nOne\n\nWEBVTT\n\n00:03.000 --> 00:04.000\nTwo`],
    ['of mixed line ends', `1\r\n${A}\rOne\n\r\n2\n${B}\r\nTwo\r`],
    ['with a line feed after each CRLF', `1\r\r\n${A}\r\r\nOne\r\r\n\r\r\n2\r\r\n${B}\r\r\nTwo`],
    ['with the line separators of Unicode', `1\u2028${A}\u2028One\u2028\u20282\u2028${B}\u2028Two`],
  ])('are read as one: %s', (_, file) => {
    expect(readSrt(file).cues.map(({ start, text }) => [start, text])).toEqual([
      [1000, 'One'],
      [3000, 'Two'],
    ]);
  });
});

describe('a text’s lines', () => {
  it.each([
    ['one', 'One', 'One'],
    ['two', 'One\ntwo', 'One\ntwo'],
    ['five', 'a\nb\nc\nd\ne', 'a\nb\nc\nd\ne'],
    ['spaces before and after', '  One  \n\ttwo\t', 'One\ntwo'],
    ['hard spaces before and after', '\u00A0One\u00A0', 'One'],
    ['ideographic spaces before and after', '\u3000一二\u3000', '一二'],
    ['spaces inside', 'One   two', 'One   two'],
    ['a doubled carriage return', 'One\r\r\ntwo\r\r\nthree', 'One\ntwo\nthree'],
    ['a blank line between doubled carriage returns', 'One\r\r\n\r\r\ntwo', 'One\n\ntwo'],
    ['a blank line inside', 'One\n\ntwo', 'One\n\ntwo'],
    ['a line of blanks inside', 'One\n   \ntwo', 'One\n\ntwo'],
    ['two blank lines inside', 'One\n\n\ntwo', 'One\n\n\ntwo'],
    ['blank lines above', '\n\nOne', 'One'],
    ['blank lines below', 'One\n\n\n\n', 'One'],
    ['dialogue', '- One\n- Two', '- One\n- Two'],
    ['a line with only tags inside', 'One\n<i></i>\ntwo', 'One\n\ntwo'],
    ['a line with only tags above', '<i>\nOne</i>', 'One'],
    ['a reference as it is', 'a &amp; b', 'a &amp; b'],
    ['WebVTT’s signature', 'WEBVTT', 'WEBVTT'],
    ['a note', 'NOTE this', 'NOTE this'],
    ['Arabic with direction marks', '\u202Bمرحبا\u202C', '\u202Bمرحبا\u202C'],
    ['an emoji with a joiner', '👩‍👩‍👧', '👩‍👩‍👧'],
    ['an accent that combines', 'e\u0301', 'e\u0301'],
  ])('are kept with %s', (_, body, text) => {
    expect(readTexts(`1\n${A}\n${body}\n`)).toEqual([text]);
  });

  it('can lack the final line break', () => {
    expect(readTexts(`1\n${A}\nOne`)).toEqual(readTexts(`1\n${A}\nOne\n`));
  });

  it('can contain a form feed and a vertical tab', () => {
    expect(readTexts(`1\n${A}\na\u000Bb\u000Cc`)).toEqual(['a\u000Bb\u000Cc']);
  });

  it('aren’t split at Unicode’s line separator', () => {
    expect(readTexts(`1\n${A}\na\u2028b`)).toEqual(['a\u2028b']);
  });
});

describe('the line numbers of problems', () => {
  it.each([
    ['no text at the end', `1\n${A}\nA\n\n2\n${B}`, '6: This cue has no text and was skipped.'],
    ['no text in the middle', `1\n${A}\n\n2\n${B}\nB`, '2: This cue has no text and was skipped.'],
    [
      'a broken line after CRLF',
      `1\r\n${A}\r\nA\r\n\r\n2\r\n00:00:03,000 --> x\r\nB`,
      '6: These times are unreadable, so the cue was skipped: “00:00:03,000 --> x”',
    ],
  ])('count from the start of the file: %s', (_, file, message) => {
    expect(readMessages(file)).toEqual([message]);
  });

  it('are reported for each affected cue', () => {
    expect(readMessages(`${A}\n\n${B}\n\n00:00:05,000 --> x\nC`)).toHaveLength(3);
  });

  it('are quoted truncated if long', () => {
    const [message = ''] = readMessages(`1\n00:00:04,000 --> 00:00:02,000\n${'word '.repeat(40)}`);
    expect(message).toMatch(/“(?:word ){12}…”$/);
  });

  it('are quoted on one line', () => {
    expect(readMessages('1\n00:00:04,000 --> 00:00:02,000\na\nb')[0]).toContain('“a b”');
  });
});

describe('a cue that ends before it starts', () => {
  it.each([
    ['has its times swapped up to 15 s', '00:00:15,000 --> 00:00:00,000', [[0, 15_000]]],
    ['is skipped above 15 s', '00:00:15,001 --> 00:00:00,000', []],
    ['is unchanged if they are equal', '00:00:15,000 --> 00:00:15,000', [[15_000, 15_000]]],
  ])('%s', (_, times, expected) => {
    expect(readSrt(`1\n${times}\nA`).cues.map(({ start, end }) => [start, end])).toEqual(expected);
  });
});

describe('a complete SubRip file', () => {
  const line = fc.constantFrom(
    ...'One|two words|- Dialogue|字幕|مرحبا|♪ la ♪|[noise]|a < b|12 o’clock'.split('|'),
  );
  const cue = fc.record({
    start: fc.nat(9e6),
    length: fc.nat(9000),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  });
  const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',');

  it('is read with any line endings, indexes and blank lines', () => {
    const style = fc.record({
      end: fc.constantFrom('\n', '\r\n', '\r'),
      isIndexed: fc.boolean(),
      blanks: fc.integer({ min: 1, max: 3 }),
      mark: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(cue, { minLength: 1, maxLength: 8 }),
        style,
        (list, { end, isIndexed, blanks, mark }) => {
          const blocks = list.map(({ start, length, lines }, at) =>
            [
              ...(isIndexed ? [`${at + 1}`] : []),
              `${formatTime(start)} --> ${formatTime(start + length)}`,
              ...lines,
            ].join(end),
          );
          const { cues, problems } = readSrt((mark ? '\uFEFF' : '') + blocks.join(end.repeat(blanks + 1)));
          expect(problems).toEqual([]);
          expect(cues).toEqual(
            list.map(({ start, length, lines }, at) => ({
              index: at + 1,
              start,
              end: start + length,
              text: lines.join('\n'),
            })),
          );
        },
      ),
    );
  });

  it('has each problem on an existing line', () => {
    const piece = fc.constantFrom(
      A,
      B,
      '1',
      '',
      'text',
      '00:00:0x --> 1',
      '<i></i>',
      '-00:00:01,000 --> 00:00:09,000',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (lines) => {
        for (const { line, message } of readSrt(lines.join('\n')).problems) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(Math.max(1, lines.length));
          expect(message).toMatch(/[.”]$/);
        }
      }),
    );
  });
});
