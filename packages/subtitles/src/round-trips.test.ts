import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from './cues/cue.ts';
import { readSrt } from './srt/read-srt.ts';
import { writeSrt } from './srt/write-srt.ts';
import { readVtt } from './vtt/read-vtt.ts';
import { writeVtt } from './vtt/write-vtt.ts';

const buildSrt = (body: string, suffix = '') => `1\n00:00:01,000 --> 00:00:02,000${suffix}\n${body}\n`;
const buildVtt = (body: string, suffix = '') => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000${suffix}\n${body}\n`;

describe('SubRip that is read and written', () => {
  it.each([
    ['plain text', buildSrt('One')],
    ['a blank line inside', buildSrt('One\n\ntwo')],
    ['italics', buildSrt('<i>One</i>')],
    ['capital tags', buildSrt('<I>One</I>')],
    ['tags in the wrong order', buildSrt('<i><b>One</i></b>')],
    ['a font', buildSrt('<font color="#ff0000" size="4">One</font>')],
    ['an anchor', buildSrt('{\\an8}One')],
    ['a place and a fade', buildSrt('{\\pos(1,2)\\fad(3,4)}One')],
    ['coordinates', buildSrt('One', ' X1:1 X2:2 Y1:3 Y2:4')],
    ['settings of WebVTT', buildSrt('One', ' line:0 align:start')],
    ['reserved characters', buildSrt('5 < 6 > 4 & 3')],
    ['references', buildSrt('&lt;i&gt; &amp;')],
    ['an arrow', buildSrt('A --> B')],
    ['two cues', `${buildSrt('One')}\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n`],
    ['more than a day', '1\n99:00:01,000 --> 100:00:02,000\nOne\n'],
    ['an overlap', `${buildSrt('One')}\n2\n00:00:01,500 --> 00:00:04,000\nTwo\n`],
    ['cues in another order', `${buildSrt('One')}\n2\n00:00:00,100 --> 00:00:00,900\nTwo\n`],
  ])('is identical: %s', (_, file) => {
    expect(writeSrt(readSrt(file))).toBe(file);
  });

  it.each([
    ['CRLF', '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n', buildSrt('One')],
    ['a byte order mark', `\uFEFF${buildSrt('One')}`, buildSrt('One')],
    ['no index', '00:00:01,000 --> 00:00:02,000\nOne\n', buildSrt('One')],
    ['another index', '7\n00:00:01,000 --> 00:00:02,000\nOne\n', buildSrt('One')],
    ['full stops in the times', '1\n00:00:01.000 --> 00:00:02.000\nOne\n', buildSrt('One')],
    ['short times', '1\n0:0:1,0 --> 0:0:2\nOne\n', buildSrt('One')],
    ['a short arrow', '1\n00:00:01,000->00:00:02,000\nOne\n', buildSrt('One')],
    ['text after the times', '1\n00:00:01,000 --> 00:00:02,000 One\n', buildSrt('One')],
    ['spaces around', '1\n00:00:01,000 --> 00:00:02,000\n  One  \n', buildSrt('One')],
    ['no last line end', '1\n00:00:01,000 --> 00:00:02,000\nOne', buildSrt('One')],
    ['blank lines', '\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n\n\n\n', buildSrt('One')],
    ['swapped times', '1\n00:00:02,000 --> 00:00:01,000\nOne\n', buildSrt('One')],
  ])('is normalised for %s', (_, file, expected) => {
    expect(writeSrt(readSrt(file))).toBe(expected);
  });
});

describe('WebVTT that is read and written', () => {
  it.each([
    ['plain text', buildVtt('One')],
    ['two lines', buildVtt('One\ntwo')],
    ['spaces at the ends', buildVtt('  One  ')],
    ['italics', buildVtt('<i>One</i>')],
    ['a class', buildVtt('<c.loud.yellow>One</c>')],
    ['a voice', buildVtt('<v Mary Ann>One</v>')],
    ['a ruby', buildVtt('<ruby>漢<rt>かん</rt></ruby>')],
    ['a language', buildVtt('<lang fr>Un</lang>')],
    ['karaoke times', buildVtt('One <00:00:01.500>two')],
    ['an unknown tag', buildVtt('<x>One</x>')],
    ['tags that are not closed', buildVtt('<i><b>One')],
    ['reserved characters', buildVtt('5 &lt; 6 &gt; 4 &amp; 3')],
    ['an empty text', buildVtt('').replace(/\n\n$/, '\n')],
    ['settings', buildVtt('One', ' line:0 position:20%,line-left align:start')],
    ['vertical text', buildVtt('One', ' vertical:rl')],
    ['an identifier', 'WEBVTT\n\nintro\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a header', 'WEBVTT - Title\nKind: captions\n\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a note', 'WEBVTT\n\nNOTE x\ny\n\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a style sheet', 'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:00:01.000 --> 00:00:02.000\nOne\n'],
    ['a region', 'WEBVTT\n\nREGION\nid:a\nlines:3\n\n00:00:01.000 --> 00:00:02.000 region:a\nOne\n'],
    ['a note at the end', `${buildVtt('One')}\nNOTE the end\n`],
    ['more than a hundred hours', 'WEBVTT\n\n100:00:01.000 --> 100:00:02.000\nOne\n'],
  ])('is identical: %s', (_, file) => {
    expect(writeVtt(readVtt(file))).toBe(file);
  });

  it.each([
    ['times without hours', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n', buildVtt('One')],
    ['CRLF', 'WEBVTT\r\n\r\n00:00:01.000 --> 00:00:02.000\r\nOne\r\n', buildVtt('One')],
    ['a byte order mark', `\uFEFF${buildVtt('One')}`, buildVtt('One')],
    ['no spaces at the arrow', 'WEBVTT\n\n00:00:01.000-->00:00:02.000\nOne\n', buildVtt('One')],
    ['unnecessary references', buildVtt('caf&eacute;'), buildVtt('café')],
    ['no last line end', buildVtt('One').trimEnd(), buildVtt('One')],
    ['many blank lines', 'WEBVTT\n\n\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n\n', buildVtt('One')],
  ])('is normalised for %s', (_, file, expected) => {
    expect(writeVtt(readVtt(file))).toBe(expected);
  });
});

describe('a file converted to the other format and back', () => {
  it.each([
    ['text', buildSrt('One\ntwo')],
    ['italics, bold and underline', buildSrt('<i>a</i> <b>b</b> <u>c</u>')],
    ['a colour', buildSrt('<font color="#ffff00">One</font>')],
    ['the top', buildSrt('{\\an8}One')],
    ['the top left', buildSrt('{\\an7}One')],
    ['the middle', buildSrt('{\\an5}One')],
    ['reserved characters', buildSrt('5 < 6 & 7')],
    ['a blank line', buildSrt('One\n\ntwo')],
    ['Japanese', buildSrt('<i>日本語</i>')],
  ])('keeps %s', (_, file) => {
    expect(writeSrt(readVtt(writeVtt(readSrt(file))))).toBe(file);
  });

  const text = fc.constantFrom(
    ...'One|two lines\nhere|字幕|a < b & c|♪ la ♪|- A\n- B|مرحبا|42|A --> B'.split('|'),
  );
  const cues = fc
    .array(fc.tuple(fc.nat(9e7), fc.nat(90_000), text), { minLength: 1, maxLength: 6 })
    .map((rows) =>
      rows.map(
        ([start, length, body], index): Cue => ({ index: index + 1, start, end: start + length, text: body }),
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

  it('doesn’t change after repeated reading and writing', () => {
    fc.assert(
      fc.property(cues, (list) => {
        const [firstSrt, firstVtt] = [writeSrt(list), writeVtt(list)];
        expect(writeSrt(readSrt(firstSrt))).toBe(firstSrt);
        expect(writeVtt(readVtt(firstVtt))).toBe(firstVtt);
      }),
    );
  });
});
