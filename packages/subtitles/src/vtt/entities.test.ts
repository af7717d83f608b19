import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';

describe('named references', () => {
  it.each([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
    ['&nbsp;', '\u00A0'],
    ['&lrm;', '\u200E'],
    ['&rlm;', '\u200F'],
    ['&zwj;', '\u200D'],
    ['&zwnj;', '\u200C'],
    ['&shy;', '\u00AD'],
    ['&iexcl;', '¡'],
    ['&iquest;', '¿'],
    ['&laquo;', '«'],
    ['&raquo;', '»'],
    ['&copy;', '©'],
    ['&reg;', '®'],
    ['&deg;', '°'],
    ['&frac12;', '½'],
    ['&times;', '×'],
    ['&divide;', '÷'],
    ['&Agrave;', 'À'],
    ['&Ccedil;', 'Ç'],
    ['&Ntilde;', 'Ñ'],
    ['&Ouml;', 'Ö'],
    ['&szlig;', 'ß'],
    ['&aacute;', 'á'],
    ['&aelig;', 'æ'],
    ['&ccedil;', 'ç'],
    ['&eacute;', 'é'],
    ['&euml;', 'ë'],
    ['&eth;', 'ð'],
    ['&ntilde;', 'ñ'],
    ['&oslash;', 'ø'],
    ['&uuml;', 'ü'],
    ['&thorn;', 'þ'],
    ['&yuml;', 'ÿ'],
    ['&Yuml;', 'Ÿ'],
    ['&OElig;', 'Œ'],
    ['&oelig;', 'œ'],
    ['&Scaron;', 'Š'],
    ['&scaron;', 'š'],
    ['&ndash;', '–'],
    ['&mdash;', '—'],
    ['&lsquo;', '‘'],
    ['&rsquo;', '’'],
    ['&sbquo;', '‚'],
    ['&ldquo;', '“'],
    ['&rdquo;', '”'],
    ['&bdquo;', '„'],
    ['&hellip;', '…'],
    ['&bull;', '•'],
    ['&euro;', '€'],
    ['&trade;', '™'],
    ['&ensp;', '\u2002'],
    ['&emsp;', '\u2003'],
    ['&thinsp;', '\u2009'],
    ['&prime;', '′'],
    ['&Prime;', '″'],
    ['&rarr;', '→'],
    ['&alpha;', 'α'],
    ['&nGt;', '≫\u20D2'],
    ['&ZeroWidthSpace;', '\u200B'],
  ])('%s is %s', (reference, character) => {
    expect(decodeEntities(reference)).toBe(character);
  });

  it('are case-sensitive', () => {
    expect(decodeEntities('&Eacute;&eacute;')).toBe('Éé');
  });

  it.each([
    ['the old names', '&amp &lt &gt &quot &copy &nbsp', '& < > " © \u00A0'],
    ['an old name that runs on', '&ampere &ltx', '&ere <x'],
    ['an old name in a longer one', '&notit;', '¬it;'],
    ['a capital one', '&AMP; &LT &GT;', '& < >'],
  ])('may lack the semicolon: %s', (_, text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  it.each([
    ['a newer name without a semicolon', '&hellip &euro &apos'],
    ['a name that nobody knows', '&foo; &barbaz;'],
    ['an ampersand alone', '& and &'],
    ['an ampersand in a name', 'AT&T, R&B, Q&A'],
    ['an ampersand before a semicolon', '&;'],
    ['an ampersand before a number', '&1;'],
    ['a space inside', '&am p;'],
    ['another case', '&Nbsp;'],
    ['no ampersand', 'lt; gt;'],
  ])('aren’t recognised, and kept, with %s', (_, text) => {
    expect(decodeEntities(text)).toBe(text);
  });
});

describe('numeric references', () => {
  it.each([
    ['&#65;', 'A'],
    ['&#065;', 'A'],
    ['&#65', 'A'],
    ['&#x41;', 'A'],
    ['&#X41;', 'A'],
    ['&#x0041', 'A'],
    ['&#233;', 'é'],
    ['&#xe9;', 'é'],
    ['&#xE9;', 'é'],
    ['&#1087;', 'п'],
    ['&#23383;', '字'],
    ['&#x1F600;', '😀'],
    ['&#128512;', '😀'],
    ['&#10;', '\n'],
    ['&#128;', '€'],
    ['&#146;', '’'],
    ['&#150;', '–'],
    ['&#x85;', '…'],
    ['&#159;', 'Ÿ'],
    ['&#160;', '\u00A0'],
    ['&#0;', '\uFFFD'],
    ['&#xD800;', '\uFFFD'],
    ['&#xDFFF;', '\uFFFD'],
    ['&#xE000;', '\uE000'],
    ['&#x10FFFF;', '\u{10FFFF}'],
    ['&#x110000;', '\uFFFD'],
    ['&#99999999999999999999;', '\uFFFD'],
  ])('%s is %s', (reference, character) => {
    expect(decodeEntities(reference)).toBe(character);
  });

  it.each(['&#;', '&#x;', '&#xg;', '&#-1;', '&# 65;', '#65;'])('are kept: %s', (text) => {
    expect(decodeEntities(text)).toBe(text);
  });

  it('exist for every Unicode character', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0xa0, max: 0x10ffff }), fc.constantFrom(10, 16), (code, base) => {
        fc.pre(code < 0xd800 || code > 0xdfff);
        const digits = `${base === 16 ? 'x' : ''}${code.toString(base)}`;
        expect(decodeEntities(`a&#${digits};b`)).toBe(`a${String.fromCodePoint(code)}b`);
      }),
    );
  });
});

describe('decoding', () => {
  it.each([
    ['is done once', '&amp;lt;', '&lt;'],
    ['is done once for numbers', '&#38;#65;', '&#65;'],
    ['leaves what stands between', 'a &lt; b &gt; c', 'a < b > c'],
    ['takes references side by side', '&lt;&lt;', '<<'],
    ['is decoded after an ampersand', '&&lt;', '&<'],
  ])('%s: %s', (_, text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  it('doesn’t change a text without an ampersand', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('&'));
        expect(decodeEntities(text)).toBe(text);
      }),
    );
  });
});
