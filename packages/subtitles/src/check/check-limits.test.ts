import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { CHECK_LIMITS, check } from './check.ts';

const cue = (start: number, end: number, text: string): Cue => ({ index: 1, start, end, text });
const kinds = (...cues: Cue[]) => check(cues).map(({ index, kind }) => `${index} ${kind}`);

describe('both sides of each limit', () => {
  it.each<[string, Cue, string[]]>([
    ['499 ms', cue(0, 499, 'Hi'), ['1 too-short']],
    ['500 ms', cue(0, 500, 'Hi'), []],
    ['8000 ms', cue(0, 8000, 'Hi'), []],
    ['8001 ms', cue(0, 8001, 'Hi'), ['1 too-long']],
    ['no length', cue(5, 5, 'Hi'), ['1 too-short']],
    ['20 characters in a second', cue(0, 1000, 'x'.repeat(20)), []],
    ['21 characters in a second', cue(0, 1000, 'x'.repeat(21)), ['1 too-fast']],
    ['20 characters in a millisecond less', cue(0, 999, 'x'.repeat(20)), ['1 too-fast']],
    ['40 characters in two seconds', cue(0, 2000, 'x'.repeat(40)), []],
    ['41 characters in two seconds', cue(0, 2000, 'x'.repeat(41)), ['1 too-fast']],
    ['10 Chinese characters in a second', cue(0, 1000, '字'.repeat(10)), []],
    ['11 Chinese characters in a second', cue(0, 1000, '字'.repeat(11)), ['1 too-fast']],
    ['42 characters in a line', cue(0, 5000, 'x'.repeat(42)), []],
    ['43 characters in a line', cue(0, 5000, 'x'.repeat(43)), ['1 long-line']],
    ['42 characters with a space', cue(0, 5000, `${'x'.repeat(20)} ${'x'.repeat(21)}`), []],
    ['43 characters with a space', cue(0, 5000, `${'x'.repeat(20)} ${'x'.repeat(22)}`), ['1 long-line']],
    ['42 characters and spaces around', cue(0, 5000, ` ${'x'.repeat(42)} `), []],
    ['21 kana in a line', cue(0, 5000, 'か'.repeat(21)), []],
    ['22 kana in a line', cue(0, 5000, 'か'.repeat(22)), ['1 long-line']],
    ['20 kana and two letters', cue(0, 5000, `${'か'.repeat(20)}ab`), []],
    ['20 kana and three letters', cue(0, 5000, `${'か'.repeat(20)}abc`), ['1 long-line']],
    ['42 half-width kana', cue(0, 5000, 'ｶ'.repeat(42)), []],
    ['42 Arabic letters', cue(0, 5000, 'ع'.repeat(42)), []],
    ['42 Thai letters with vowels', cue(0, 5000, 'กี'.repeat(42)), []],
    ['42 Hindi letters with vowels', cue(0, 5000, 'की'.repeat(42)), []],
    ['42 letters with separate accents', cue(0, 5000, 'e\u0301'.repeat(42)), []],
    ['two lines', cue(0, 5000, 'One\ntwo'), []],
    ['three lines', cue(0, 5000, 'One\ntwo\nthree'), ['1 too-many-lines']],
    ['two lines with CRLF', cue(0, 5000, 'One\r\ntwo'), []],
    ['two lines and a blank one', cue(0, 5000, 'One\n \ntwo'), []],
    ['a line of tags and two lines', cue(0, 5000, '<i>\nOne\ntwo</i>'), []],
    ['two long lines', cue(0, 7000, `${'x'.repeat(43)}\n${'y'.repeat(44)}`), ['1 long-line', '1 long-line']],
    [
      'everything at once',
      cue(0, 400, `${'x'.repeat(43)}\na\nb`),
      ['1 too-short', '1 too-fast', '1 too-many-lines', '1 long-line'],
    ],
  ])('%s', (_, cue, expected) => {
    expect(kinds(cue)).toEqual(expected);
  });
});

describe('adjacent cues', () => {
  it.each<[string, Cue[], string[]]>([
    ['touching', [cue(0, 1000, 'a'), cue(1000, 2000, 'b')], []],
    ['a millisecond over', [cue(0, 1001, 'a'), cue(1000, 2000, 'b')], ['1 overlap']],
    ['one over two others', [cue(0, 3000, 'a'), cue(1000, 1600, 'b'), cue(2000, 2600, 'c')], ['1 overlap']],
    ['three at once', [cue(0, 1000, 'a'), cue(0, 1000, 'b'), cue(0, 1000, 'c')], ['1 overlap', '2 overlap']],
    ['the same text', [cue(0, 1000, 'a'), cue(1000, 2000, 'a')], ['2 same-text']],
    [
      'the same text thrice',
      [cue(0, 1000, 'a'), cue(1000, 2000, 'a'), cue(2000, 3000, 'a')],
      ['2 same-text', '3 same-text'],
    ],
    ['the same text in other letters', [cue(0, 1000, 'Yes'), cue(1000, 2000, 'YES')], []],
    ['the same text with another mark', [cue(0, 1000, 'Yes.'), cue(1000, 2000, 'Yes!')], []],
    ['the same text on other lines', [cue(0, 1000, 'a b'), cue(1000, 2000, 'a\nb')], ['2 same-text']],
    ['the same text in italics', [cue(0, 1000, 'a'), cue(1000, 2000, '<i>a</i>')], ['2 same-text']],
    ['the same text at another place', [cue(0, 1000, 'a'), cue(1000, 2000, '{\\an8}a')], ['2 same-text']],
    [
      'an empty one between the same',
      [cue(0, 1000, 'a'), cue(1000, 2000, ''), cue(2000, 3000, 'a')],
      ['2 empty'],
    ],
  ])('%s', (_, cues, expected) => {
    expect(kinds(...cues)).toEqual(expected);
  });
});

describe('warnings', () => {
  const text = fc.constantFrom('', 'a', 'One\ntwo\nthree', 'x'.repeat(50), '字'.repeat(30), '<i></i>');
  const list = fc
    .array(fc.tuple(fc.nat(20_000), fc.integer({ min: -500, max: 9500 }), text), { maxLength: 12 })
    .map((rows) => rows.map(([start, length, line]) => cue(start, start + length, line)));

  it('have a value above their limit, and belong to existing cues', () => {
    fc.assert(
      fc.property(list, (cues) => {
        for (const warning of check(cues)) {
          expect(cues[warning.index - 1]).toBeDefined();
          if ('other' in warning) expect(cues[warning.other - 1]).toBeDefined();
          if ('value' in warning && warning.kind === 'too-short')
            expect(warning.value).toBeLessThan(CHECK_LIMITS.minMs);
          else if ('value' in warning) expect(warning.value).toBeGreaterThan(warning.limit);
        }
      }),
    );
  });

  it('are in the order of the cues', () => {
    fc.assert(
      fc.property(list, (cues) => {
        const order = check(cues).map(({ index }) => index);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});
