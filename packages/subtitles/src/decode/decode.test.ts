import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

const buildFile = (text: string) => `1\r\n00:00:01,000 --> 00:00:03,500\r\n${text}\r\n`;
const encode = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding));

describe('decoding a subtitle file', () => {
  it.each(['\x1A', '\0\0\0', '\0\x1A'])('removes padding at the end: %j', (padding) => {
    const text = buildFile('Hello there');
    expect(decode(new TextEncoder().encode(text + padding)).text).toBe(text);
  });

  it('recognises Shift_JIS with half-width katakana', () => {
    const bytes = [0x82, 0xbb, 0x82, 0xa4, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42, 0xb1, 0xb2, 0xb3];
    expect(decode(Uint8Array.from(bytes)).text).toBe('そうです。ｱｲｳ');
  });

  it('recognises a long file that was truncated in the middle of a character', () => {
    const bytes = encode(buildFile('そうですか。カタカナと漢字。'.repeat(20)), 'shift_jis');
    expect(decode(bytes.subarray(0, -3))).toMatchObject({ encoding: 'shift_jis' });
  });

  it('decodes windows-1252 characters in place of Latin-1 control characters', () => {
    const text = buildFile('“L’été…” – 5 € pour un cœur');
    expect(decode(encode(text, 'windows-1252'))).toEqual({ text, encoding: 'windows-1252' });
  });

  it.each([
    ['windows-1252', 'Alle mennesker er født frie og lige i værdighed på jorden.'],
    ['windows-1252', 'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Það er gott.'],
    ['iso-8859-15', 'Un cœur pour 5 €, à côté de l’été'.replace('’', "'")],
    ['windows-1250', 'Dobar dan, sva ljudska bića rađaju se slobodna.'],
    ['windows-1251', 'Привет! Как дела?'],
    ['koi8-r', 'Привет! Как дела?'],
    ['windows-1256', 'يولد جميع الناس أحراراً متساوين. كيف حالك؟'],
    ['shift_jis', 'そうですか。カタカナと漢字。'],
    ['gb18030', '人人生而自由，𠀀字。'],
  ])('recognises %s: %s', (encoding, text) => {
    expect(decode(encode(buildFile(text), encoding))).toEqual({ text: buildFile(text), encoding });
  });

  it('keeps a literal U+FFFD', () => {
    expect(decode(encode(buildFile('\uFFFD'), 'utf-8'))).toEqual({
      text: buildFile('\uFFFD'),
      encoding: 'utf-8',
    });
  });

  it('returns every UTF-8 text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decode(encode(buildFile(text), 'utf-8')).text).toBe(buildFile(text));
      }),
      { numRuns: 300 },
    );
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/encodings');
type Expected = { file: string; text: string };
const expected: Expected[] = existsSync(DATA)
  ? JSON.parse(readFileSync(`${DATA}/expected.json`, 'utf8'))
  : [];

describe.skipIf(expected.length === 0)(
  'the encoded files in ../shared/data (skipped if they are absent)',
  () => {
    it.each(expected)('decodes $file', ({ file: name, text }) => {
      expect(decode(new Uint8Array(readFileSync(`${DATA}/${name}`))).text).toBe(text.replace(/^\uFEFF/, ''));
    });
  },
);
