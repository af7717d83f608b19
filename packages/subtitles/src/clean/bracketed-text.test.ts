import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bracketed, isPartOfText } from './bracketed-text.ts';

const buildBracketed = (before: string, content: string, after = '', isRound = true): Bracketed => ({
  isRound,
  content,
  length: content.length,
  before: before.slice(-2),
  after: after.slice(0, 1),
});

describe('text in any brackets', () => {
  it.each([
    ['an override', '\\an8'],
    ['a place', '\\pos(1,2)'],
    ['a bleep', ' __ '],
    ['a bleep of one stroke', '_'],
    ['a number', '3'],
    ['numbers', '3, 4'],
    ['a sum', '3+4'],
    ['a share', '20%'],
    ['an exponent', 'n-1'],
    ['letters', 'x, y'],
    ['letters with a bar', 'A|B'],
    ['Arabic letters', 'س، ص'.replace('،', ',')],
    ['Hebrew letters', 'א, ב'],
  ])('is part of the text: %s', (_, content) => {
    expect(isPartOfText(buildBracketed('', content, '', false))).toBe(true);
  });

  it.each([
    ['a word', 'sighs'],
    ['words', 'door slams'],
    ['a word with a number', 'man 2'],
    ['a Chinese word with a number', '第2声'],
    ['one letter in square brackets', 'x'],
    ['nothing', ''],
    ['blanks', '  '],
    ['a mark', '?'],
    ['music symbols', '♪♪'],
    ['strokes and a word', '__ word'],
    ['a Hindi word', 'हँसी'],
  ])('is a sound: %s', (_, content) => {
    expect(isPartOfText(buildBracketed('', content, '', false))).toBe(false);
  });
});

describe('one letter in square brackets', () => {
  it.each(['a', 'list', 'row_', 'x2'])('is an index directly after %s', (before) => {
    expect(isPartOfText(buildBracketed(before, 'i', '', false))).toBe(true);
  });

  it.each(['', 'list ', 'well,', '- ', '[x]'])('isn’t an index after ‘%s’', (before) => {
    expect(isPartOfText(buildBracketed(before, 'i', '', false))).toBe(false);
  });

  it('is an index only for a single letter: a whole word directly after another word is a sound', () => {
    expect(isPartOfText(buildBracketed('Hello', 'sighs', '', false))).toBe(false);
  });
});

describe('text in round brackets', () => {
  it.each<[string, string, string, string]>([
    ['the reading of a character', '漢', 'かん', 'を'],
    ['a reading with a long vowel', '麺', 'らーめん', ''],
    ['a reading of two words', '東', 'とう きょう', ''],
    ['a gloss before a particle', '환', '행렬', '을'],
    ['a Latin gloss after a character', '保', 'Save', ''],
    ['a Latin gloss after kana', 'ー', 'OK ok', ''],
    ['a long aside after a character', '理', 'あいうえおかきくけこさしす', ''],
    ['one letter', ' ', 'a', ' '],
    ['one letter with spaces', ' ', ' a ', ' '],
    ['a plural', 'or', 's', '.'],
    ['a beginning', ' ', 'S', 'h'],
    ['an ending of three letters', 'ed', 'ing', ' '],
    ['a call without arguments', 'nt', '', ' '],
    ['a call with a text', 'nt', "'hello'", ' '],
    ['a call with two arguments', 'ad', 'left, right', ' '],
    ['a function of one letter', ' f', 'left side', ' '],
    ['a function at the start', 'f', 'left side', ' '],
  ])('is part of the text: %s', (_, before, content, after) => {
    expect(isPartOfText(buildBracketed(before, content, after))).toBe(true);
  });

  it.each<[string, string, string, string]>([
    ['a sound without a space before a word', 'lo', 'sighs', ' '],
    ['a sound before a word', ' ', 'sighs', 'H'],
    ['a sound in katakana', '関', 'ピンポーン', ''],
    ['a sound in hiragana at the start', '', 'ため息', 'わ'],
    ['a laugh', 'ね', '笑', ''],
    ['a sound of twelve characters', '彼', 'ああああアアアアアアアア', ''],
    ['a Korean sound after a word', '녕', '웃음', ''],
    ['a Korean sound before a word', ' ', '웃음', '안'],
    ['one character', ' ', '笑', ' '],
    ['four letters after a word', 'ed', 'coughing', ' '],
    ['a Thai sound', 'ดี', 'หัวเราะ', ''],
  ])('is a sound: %s', (_, before, content, after) => {
    expect(isPartOfText(buildBracketed(before, content, after))).toBe(false);
  });

  it('needs more than twelve characters to be an aside', () => {
    const aside = (length: number) => isPartOfText(buildBracketed('定理', '静'.repeat(length)));
    expect([aside(12), aside(13)]).toEqual([false, true]);
  });

  it('is classified without its content if it is long', () => {
    const long = { isRound: true, content: '', length: 60, before: '定理', after: '' };
    expect(isPartOfText(long)).toBe(true);
    expect(isPartOfText({ ...long, before: '. ' })).toBe(false);
  });
});

describe('equal content', () => {
  it('is part of the text in round brackets if it is in square brackets', () => {
    const content = fc.string({
      unit: fc.constantFrom('_', ' ', '3', 'x', 'y', ',', '-', '字', 'か', '\\', 'word'),
    });
    fc.assert(
      fc.property(content, (text) => {
        if (isPartOfText(buildBracketed('. ', text, ' ', false)))
          expect(isPartOfText(buildBracketed('. ', text, ' '))).toBe(true);
      }),
    );
  });
});
