import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('seven-bit encodings', () => {
  it.each([
    [
      'ISO-2022-JP',
      'iso-2022-jp',
      '\x1b$B$3$l$O%F%9%H$G$9!#\x1b(B\x0a\x1b$B<!$N9T!"\x1b(BOK',
      'これはテストです。\n次の行、OK',
    ],
    ['ISO-2022-JP with half-width katakana', 'iso-2022-jp', '\x1b$B$3\x1b(IC=D\x1b(B', 'こﾃｽﾄ'],
    [
      'ISO-2022-KR',
      'iso-2022-kr',
      '\x1b$)C\x0e>H3gGO<<?d\x0f\x0a\x0e5QB0\x0f \x0eAY\x0f OK',
      '안녕하세요\n둘째 줄 OK',
    ],
    ['HZ', 'hz-gb-2312', '~{Dc:C#,J@=g~}\x0a~{5Z6~PP~} ~~ OK', '你好，世界\n第二行 ~ OK'],
  ])('are decoded: %s', (_, encoding, encoded, text) => {
    expect(decode(toBytes(encoded))).toEqual({ text, encoding });
  });

  it('start each line in ASCII, even after a damaged one', () => {
    expect(decode(toBytes('\x1b$B$3$l\nOK')).text).toBe('これ\nOK');
  });

  it.each(['plain text', 'a ~ b ~~ c', '1~{2', '\x1b[31mred'])('aren’t recognised in ASCII: %j', (text) => {
    expect(decode(toBytes(text))).toEqual({ text, encoding: 'utf-8' });
  });
});

describe('a file truncated in the middle of a character', () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\n';

  it.each([
    ['iso-2022-jp', '\x1b$B$"$', 'あ\uFFFD'],
    ['iso-2022-jp', '\x1b$B$"$\x0aOK', 'あ\uFFFD\nOK'],
    ['hz-gb-2312', '~{Dc:C~}\x0a~{Dc:', '你好\n你\uFFFD'],
  ])('has one replacement character per cut in %s: %j', (encoding, written, text) => {
    expect(decode(toBytes(cue + written))).toEqual({ text: cue + text, encoding });
  });

  it('is still UTF-8', () => {
    const file = new TextEncoder().encode(`${cue}été`);
    expect(decode(file.subarray(0, -1))).toEqual({ text: `${cue}ét\uFFFD`, encoding: 'utf-8' });
  });

  it('is still UTF-16', () => {
    const file = toBytes([...cue, ...'Hello'].map((letter) => `${letter}\0`).join(''));
    const { text, encoding } = decode(file.subarray(0, -1));
    expect(encoding).toBe('utf-16le');
    expect(text.startsWith(`${cue}Hell`)).toBe(true);
  });

  it('is still Shift JIS', () => {
    const { text, encoding } = decode(toBytes(`${cue}\x82\xb1\x82\xea\x82\xcd\x8e\x9a\x96\x8b\x82\xc5\x82`));
    expect(encoding).toBe('shift_jis');
    expect(text.startsWith(`${cue}これは字幕で`)).toBe(true);
  });
});
