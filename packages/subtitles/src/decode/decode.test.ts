import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

const buildFile = (text: string) => `1\r\n00:00:01,000 --> 00:00:03,500\r\n${text}\r\n`;
const encode = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding));

describe('decoding a subtitle file', () => {
  it('decodes UTF-8 with and without a byte order mark, which isn’t part of the text', () => {
    const text = buildFile('Ça va, «Привет», 字');
    expect(decode(encode(text, 'utf-8'))).toEqual({ text, encoding: 'utf-8' });
    expect(decode(encode(`\uFEFF${text}`, 'utf-8'))).toEqual({ text, encoding: 'utf-8' });
  });

  it.each(['utf-16le', 'utf-16be'])('decodes %s with and without a byte order mark', (encoding) => {
    const text = buildFile('日本語の字幕です。');
    expect(decode(encode(text, encoding))).toEqual({ text, encoding });
    expect(decode(encode(`\uFEFF${text}`, encoding))).toEqual({ text, encoding });
  });

  it('decodes an empty file and plain ASCII as UTF-8', () => {
    expect(decode(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
    expect(decode(encode(buildFile('Hello'), 'ascii'))).toEqual({
      text: buildFile('Hello'),
      encoding: 'utf-8',
    });
  });

  it('decodes as UTF-8 if only one byte is broken', () => {
    const bytes = encode(
      buildFile('все люди рождаются свободными и равными в своём достоинстве и правах'),
      'utf-8',
    );
    const broken = new Uint8Array([...bytes, 0xd0]);
    expect(decode(broken)).toMatchObject({ encoding: 'utf-8' });
  });

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

  it('decodes windows-1252’s characters in place of Latin-1’s controls', () => {
    const text = buildFile('“L’été…” – 5 € pour un cœur');
    expect(decode(encode(text, 'windows-1252'))).toEqual({ text, encoding: 'windows-1252' });
  });

  it.each([
    ['windows-1252', '¿Cómo estás, niño? ¡Qué bien!'],
    ['windows-1252', 'Alle Menschen sind frei. Schöne Grüße aus der Straße.'],
    ['windows-1252', 'Não há razão, você está bem? Coração'],
    ['windows-1252', 'Alle mennesker er født frie og lige i værdighed på jorden.'],
    ['windows-1252', 'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Það er gott.'],
    ['iso-8859-15', 'Un cœur pour 5 €, à côté de l’été'.replace('’', "'")],
    ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy.'],
    ['windows-1250', 'Dobar dan, sva ljudska bića rađaju se slobodna.'],
    ['windows-1250', 'Árvíztűrő tükörfúrógép, köszönöm szépen.'],
    ['iso-8859-2', 'Dziękuję, proszę, źle się czuję; śnieg pada.'],
    ['windows-1251', 'Привет! Как дела?'],
    ['windows-1251', 'Добрий день, її звати Оксана, це ґанок.'],
    ['koi8-r', 'Привет! Как дела?'],
    ['iso-8859-5', 'Так работает этот простой пример. Как дела?'],
    ['cp866', 'Все люди рождаются свободными.'],
    ['windows-1253', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι. Άλλα;'],
    ['iso-8859-7', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι. Άλλα τι κάνεις;'],
    ['windows-1254', 'Bütün insanlar hür ve eşit doğarlar. İyi misin?'],
    ['windows-1255', 'כל בני האדם נולדו בני חורין'],
    ['windows-1256', 'يولد جميع الناس أحراراً متساوين. كيف حالك؟'],
    ['windows-1257', 'Visi žmonės gimsta laisvi ir lygūs. Ačiū!'],
    ['windows-874', 'มนุษย์ทั้งหลายเกิดมามีอิสระ'],
    ['shift_jis', 'そうですか。カタカナと漢字。'],
    ['euc-jp', 'そうですか。カタカナと漢字。'],
    ['euc-kr', '안녕하세요? 만나서 반갑습니다.'],
    ['gb18030', '你好，世界。人人生而自由。'],
    ['gb18030', '人人生而自由，𠀀字。'],
    ['big5', '你好嗎？謝謝，人人生而自由。'],
  ])('recognises %s: %s', (encoding, text) => {
    expect(decode(encode(buildFile(text), encoding))).toEqual({ text: buildFile(text), encoding });
  });

  it('decodes any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(typeof decode(bytes).text).toBe('string');
      }),
      { numRuns: 300 },
    );
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
