import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from './cues/cue.ts';
import { readSrt } from './srt/read-srt.ts';
import { writeSrt } from './srt/write-srt.ts';
import { readVtt } from './vtt/read-vtt.ts';
import { writeVtt } from './vtt/write-vtt.ts';

const srt = (body: string, behind = '') => `1\n00:00:01,000 --> 00:00:02,000${behind}\n${body}\n`;
const vtt = (body: string, behind = '') => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000${behind}\n${body}\n`;

describe('SubRip that is read and written', () => {
  it.each([
    ['plain text', srt('One')],
    ['two lines', srt('One\ntwo')],
    ['a blank line inside', srt('One\n\ntwo')],
    ['italics', srt('<i>One</i>')],
    ['italics over lines', srt('<i>One\ntwo</i>')],
    ['capital tags', srt('<I>One</I>')],
    ['tags in the wrong order', srt('<i><b>One</i></b>')],
    ['a font', srt('<font color="#ff0000" size="4">One</font>')],
    ['an anchor', srt('{\\an8}One')],
    ['a place and a fade', srt('{\\pos(1,2)\\fad(3,4)}One')],
    ['coordinates', srt('One', ' X1:1 X2:2 Y1:3 Y2:4')],
    ['settings of WebVTT', srt('One', ' line:0 align:start')],
    ['signs', srt('5 < 6 > 4 & 3')],
    ['references', srt('&lt;i&gt; &amp;')],
    ['an arrow', srt('A --> B')],
    ['a number', srt('42')],
    ['Arabic', srt('مرحبا بكم')],
    ['Hindi', srt('नमस्ते')],
    ['Chinese in italics', srt('<i>你好</i>')],
    ['an emoji', srt('👩‍👩‍👧')],
    ['two cues', `${srt('One')}\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n`],
    ['more than a day', '1\n99:00:01,000 --> 100:00:02,000\nOne\n'],
    ['an overlap', `${srt('One')}\n2\n00:00:01,500 --> 00:00:04,000\nTwo\n`],
    ['cues in another order', `${srt('One')}\n2\n00:00:00,100 --> 00:00:00,900\nTwo\n`],
  ])('is identical: %s', (_, file) => {
    expect(writeSrt(readSrt(file))).toBe(file);
  });

  it.each([
    ['CRLF', '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n', srt('One')],
    ['a byte order mark', `\uFEFF${srt('One')}`, srt('One')],
    ['no index', '00:00:01,000 --> 00:00:02,000\nOne\n', srt('One')],
    ['another index', '7\n00:00:01,000 --> 00:00:02,000\nOne\n', srt('One')],
    ['full stops in the times', '1\n00:00:01.000 --> 00:00:02.000\nOne\n', srt('One')],
    ['short times', '1\n0:0:1,0 --> 0:0:2\nOne\n', srt('One')],
    ['a short arrow', '1\n00:00:01,000->00:00:02,000\nOne\n', srt('One')],
    ['text behind the times', '1\n00:00:01,000 --> 00:00:02,000 One\n', srt('One')],
    ['spaces around', '1\n00:00:01,000 --> 00:00:02,000\n  One  \n', srt('One')],
    ['no last line end', '1\n00:00:01,000 --> 00:00:02,000\nOne', srt('One')],
    ['blank lines', '\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n\n\n\n', srt('One')],
    ['exchanged times', '1\n00:00:02,000 --> 00:00:01,000\nOne\n', srt('One')],
  ])('is normalised for %s', (_, file, typical) => {
    expect(writeSrt(readSrt(file))).toBe(typical);
  });
});

describe('WebVTT that is read and written', () => {
  it.each([
    ['plain text', vtt('One')],
    ['two lines', vtt('One\ntwo')],
    ['spaces at the ends', vtt('  One  ')],
    ['italics', vtt('<i>One</i>')],
    ['a class', vtt('<c.loud.yellow>One</c>')],
    ['a voice', vtt('<v Mary Ann>One</v>')],
    ['a ruby', vtt('<ruby>漢<rt>かん</rt></ruby>')],
    ['a language', vtt('<lang fr>Un</lang>')],
    ['karaoke times', vtt('One <00:00:01.500>two')],
    ['an unknown tag', vtt('<x>One</x>')],
    ['tags that are not closed', vtt('<i><b>One')],
    ['signs', vtt('5 &lt; 6 &gt; 4 &amp; 3')],
    ['an empty text', vtt('').replace(/\n\n$/, '\n')],
    ['settings', vtt('One', ' line:0 position:20%,line-left align:start')],
    ['vertical text', vtt('One', ' vertical:rl')],
    ['an identifier', 'WEBVTT\n\nintro\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a header', 'WEBVTT - Title\nKind: captions\n\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a note', 'WEBVTT\n\nNOTE x\ny\n\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a style sheet', 'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a region', 'WEBVTT\n\nREGION\nid:a\nlines:3\n\n00:00:01.000 --> 00:00:02.000 region:a\nOne\n'],
    ['a note at the end', `${vtt('One')}\nNOTE the end\n`],
    ['more than a hundred hours', 'WEBVTT\n\n100:00:01.000 --> 100:00:02.000\nOne\n'],
  ])('is identical: %s', (_, file) => {
    expect(writeVtt(readVtt(file))).toBe(file);
  });

  it.each([
    ['times without hours', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n', vtt('One')],
    ['CRLF', 'WEBVTT\r\n\r\n00:00:01.000 --> 00:00:02.000\r\nOne\r\n', vtt('One')],
    ['a byte order mark', `\uFEFF${vtt('One')}`, vtt('One')],
    ['no spaces at the arrow', 'WEBVTT\n\n00:00:01.000-->00:00:02.000\nOne\n', vtt('One')],
    ['references that need not be', vtt('caf&eacute;'), vtt('café')],
    ['no last line end', vtt('One').trimEnd(), vtt('One')],
    ['many blank lines', 'WEBVTT\n\n\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n\n', vtt('One')],
  ])('is normalised for %s', (_, file, typical) => {
    expect(writeVtt(readVtt(file))).toBe(typical);
  });
});

describe('a file converted to the other format and back', () => {
  it.each([
    ['text', srt('One\ntwo')],
    ['italics, bold and underline', srt('<i>a</i> <b>b</b> <u>c</u>')],
    ['a colour', srt('<font color="#ffff00">One</font>')],
    ['the top', srt('{\\an8}One')],
    ['the top left', srt('{\\an7}One')],
    ['the middle', srt('{\\an5}One')],
    ['signs', srt('5 < 6 & 7')],
    ['a blank line', srt('One\n\ntwo')],
    ['Japanese', srt('<i>日本語</i>')],
  ])('keeps %s', (_, file) => {
    expect(writeSrt(readVtt(writeVtt(readSrt(file))))).toBe(file);
  });

  const text = fc.constantFrom(
    'One',
    'two lines\nhere',
    '字幕',
    'a < b & c',
    '♪ la ♪',
    '- A\n- B',
    'مرحبا',
    '42',
    'A --> B',
  );
  const cues = fc
    .array(fc.tuple(fc.nat(9e7), fc.nat(90_000), text), { minLength: 1, maxLength: 6 })
    .map((rows) =>
      rows.map(
        ([start, length, body], at): Cue => ({ index: at + 1, start, end: start + length, text: body }),
      ),
    );

  it('keeps every time and every text', () => {
    fc.assert(
      fc.property(cues, (list) => {
        expect(readSrt(writeSrt(list)).cues).toEqual(list);
        expect(readVtt(writeVtt(list)).cues).toEqual(list);
        expect(readSrt(writeSrt(readVtt(writeVtt(list)))).cues).toEqual(list);
      }),
    );
  });

  it('is written the same however often it is read', () => {
    fc.assert(
      fc.property(cues, (list) => {
        const [once, other] = [writeSrt(list), writeVtt(list)];
        expect(writeSrt(readSrt(once))).toBe(once);
        expect(writeVtt(readVtt(other))).toBe(other);
      }),
    );
  });
});
