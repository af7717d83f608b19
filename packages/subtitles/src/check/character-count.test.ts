import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters, countCharactersOfLines } from './character-count.ts';

describe('counting characters', () => {
  it.each([
    ['Grüße', 5],
    ['e\u0301te\u0301', 3],
    ['👩‍👩‍👧', 1],
    ['नमस्ते', 3],
    ['مرحبا', 5],
    ['日本語です。', 12],
    ['ｶﾀｶﾅ', 4],
    ['ABC 字', 6],
    ['한국어', 6],
    ['한', 2],
    ['“Hi” – he said…', 15],
    ['ภาษาไทยที่นี่', 9],
    ['e\u302A', 1],
    ['⏩❤', 2],
    ['❤\uFE0F\u200D🔥', 1],
    ['', 0],
  ])('%s counts as %i characters', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it.each([
    ['👩‍👩‍👧x', 400, 800],
    ['नमस्ते ', 200, 800],
    ['🇩🇪', 300, 300],
  ])('%s counts the same in a very long line', (text, times, count) => {
    expect(countCharacters(text.repeat(times))).toBe(count);
  });

  it('gives the same count for many lines as for each line', () => {
    const line = fc.string({
      unit: fc.constantFrom(...'a|é|e\u0301|字|か|한|न|म|स्|😀|👋🏽|🇫🇷| |ع'.split('|')),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(countCharactersOfLines(lines)).toEqual(lines.map(countCharacters));
      }),
    );
  });

  it('counts one for hundreds of accents on a letter', () => {
    expect(countCharacters(`👧🏽${'\u0301'.repeat(900)}x`)).toBe(2);
  });

  it('agrees with Unicode segmentation in any text', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
    const narrow = fc.constantFrom(
      ...[
        ...'a é\u0301\u05B0\u064B\u200B\u200C\u200D\u200F\t♪—नमस्तेกำ👧🏽🇩🇪\u0600\uFEFF\u{E0041}ß\u0488\u20E3⏩❤\uFE0Fក្ខ\u17DD\u1DD0ாｶ\uFF9E',
      ],
    );
    fc.assert(
      fc.property(fc.string({ unit: narrow }), (text) => {
        expect(countCharacters(text)).toBe([...segmenter.segment(text)].length);
      }),
      { numRuns: 2000 },
    );
  });
});
