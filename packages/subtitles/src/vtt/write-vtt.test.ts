import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { readSrt } from '../srt/read-srt.ts';
import { readVtt } from './read-vtt.ts';
import { writeVtt } from './write-vtt.ts';

const RICH = `WEBVTT - Lesson one
Kind: captions
Language: en

STYLE
::cue(.loud) { color: yellow }

REGION
id:fred
width:40%

NOTE for the
translators

intro
00:00:01.000 --> 00:00:02.500 region:fred align:start
<v.loud Mary Ann>Hi <i>there</i> &amp; <c.yellow>you</c></v>

NOTE half way

00:00:03.000 --> 00:00:04.000 line:0
<ruby>漢<rt>かん</rt></ruby> <00:00:03.500>next

NOTE the end
`;

const replaceTexts = (cue: Cue | undefined, text: string): Cue[] => (cue ? [{ ...cue, text }] : []);
const readBody = (text: string) => text.split('\n').slice(2).join('\n');

describe('writing parsed WebVTT', () => {
  it('keeps header, styles, regions, notes, identifiers, settings and tags', () => {
    expect(writeVtt(readVtt(RICH))).toBe(RICH);
  });

  it('keeps notes in place when cues are deleted, or after the last cue', () => {
    const reading = readVtt(RICH);
    expect(writeVtt({ ...reading, cues: [] })).toBe(
      'WEBVTT - Lesson one\nKind: captions\nLanguage: en\n\nSTYLE\n::cue(.loud) { color: yellow }\n\n' +
        'REGION\nid:fred\nwidth:40%\n\nNOTE for the\ntranslators\n\nNOTE half way\n\nNOTE the end\n',
    );
  });

  it('writes an edited text escaped, with the cue’s settings', () => {
    const [cue] = readVtt(RICH).cues;
    expect(writeVtt(replaceTexts(cue, 'Fish & <chips>'))).toBe(
      'WEBVTT\n\nintro\n00:00:01.000 --> 00:00:02.500 region:fred align:start\nFish &amp; &lt;chips&gt;\n',
    );
  });

  it('restores the tags when an edit is undone', () => {
    const [, cue] = readVtt(RICH).cues;
    const undone = replaceTexts(replaceTexts(cue, 'other')[0], '漢(かん) next');
    expect(writeVtt(undone)).toContain('<ruby>漢<rt>かん</rt></ruby> <00:00:03.500>next\n');
  });

  it('keeps settings that look like a time', () => {
    const once = readVtt('WEBVTT\n\n00:01.000 --> 00:02.000 00:03.000x line:0\na\n');
    expect(once.cues[0]?.markup?.settings).toBe('00:03.000x line:0');
    expect(readVtt(writeVtt(once))).toEqual(once);
  });

  it('writes nothing that would be parsed as a different block', () => {
    const cue = { index: 1, start: 0, end: 1000, text: 'a' };
    const hostile: Cue[] = [
      { ...cue, markup: { format: 'vtt', identifier: 'x\n\n00:01.000 --> 00:02.000', settings: 'a --> b' } },
      { ...cue, markup: { format: 'vtt', payload: '<i>a</i>\n\n' } },
      { ...cue, markup: { format: 'vtt', payload: '<00:01.000 --> 00:02.000>a' } },
    ];
    const blocks = [
      { before: 0, text: 'NOTE\n\n00:01.000 --> 00:02.000\nx' },
      { before: 0, text: 'text' },
    ];
    const written = writeVtt({ cues: hostile, header: 'WEBVTT\n\n00:01.000 --> 00:02.000\nx', blocks });
    const plain = (index: number) => ({ ...cue, index });
    expect(readVtt(written)).toEqual({ cues: [plain(1), plain(2), plain(3)], problems: [] });
  });
});

describe('writing SubRip as WebVTT', () => {
  const convertPayload = (text: string) =>
    readBody(writeVtt(readSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)));

  it.each([
    [
      'italics, bold and underline',
      '<i>One</i> <B>two</B> <u>three</u>',
      '<i>One</i> <b>two</b> <u>three</u>',
    ],
    ['other names of the same', '<em>One</em> {\\b1}two{\\b0}', '<i>One</i> <b>two</b>'],
    ['the colours that have a class', '<font color="#FFFF00">One</font>', '<c.yellow>One</c>'],
    ['no other colour, size or face', '<font color="#123456" size=3>One</font>', 'One'],
    ['tags in the right order', '<i><b>One</i> two</b>', '<i><b>One</b></i><b> two</b>'],
    ['tags that were never closed', '<i>One\ntwo', '<i>One\ntwo</i>'],
    ['signs', '<i>5 < 6 & 7</i> &amp;', '<i>5 &lt; 6 &amp; 7</i> &amp;amp;'],
    ['lines trimmed inside their tags', '<i> One </i>\n<i> two</i>', '<i>One</i>\n<i>two</i>'],
    ['blank lines', '<i>One\n\ntwo</i>', '<i>One\n<c></c>\ntwo</i>'],
  ])('preserves %s', (_name, srt, vtt) => {
    expect(convertPayload(srt)).toBe(`00:00:01.000 --> 00:00:02.000\n${vtt}\n`);
  });

  it.each([
    ['{\\an8}', ' line:0'],
    ['{\\an7}', ' line:0 align:start'],
    ['{\\an5}', ' line:50%'],
    ['{\\an3}', ' align:end'],
    ['{\\an2}', ''],
  ])('converts the position %s to%s', (tag, settings) => {
    expect(convertPayload(`${tag}One`)).toBe(`00:00:01.000 --> 00:00:02.000${settings}\nOne\n`);
  });

  it('uses settings that a conversion left after the times, but not coordinates', () => {
    const file = '00:00:01,000 --> 00:00:02,000 X1:40 align:start line:0\nOne\n';
    expect(readBody(writeVtt(readSrt(file)))).toBe('00:00:01.000 --> 00:00:02.000 align:start line:0\nOne\n');
  });
});

describe('cues with any markup', () => {
  const pieces = fc.constantFrom(
    ...['<i>', '</i>', '<b>', '</b>', '<c.red>', '</c>', '<font color=red>', '</font>', '{\\an8}', '{\\i1}'],
    ...'\n|\n| |a|字|&amp;|&|<|>|-->|<ruby>|<rt>|</rt>|</ruby>|\r|\0'.split('|'),
    ...['00:01.000 --> 00:02.000', 'NOTE', 'line:0', 'X1:4', '{\\', '}', '<br>', '<<i>i>'],
  );
  const text = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
  const cue = fc.record({
    index: fc.constant(1),
    start: fc.nat(1e7),
    end: fc.nat(1e4),
    text,
    markup: fc.record(
      {
        format: fc.constantFrom('srt' as const, 'vtt' as const),
        payload: text,
        settings: text,
        identifier: text,
      },
      { requiredKeys: ['format'] },
    ),
  });

  it('are written as the same number of cues, and are the same after reading', () => {
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 5 }), text, (list, header) => {
        const cues = list.map((item) => ({ ...item, end: item.start + item.end }));
        const once = readVtt(writeVtt({ cues, header: `WEBVTT ${header}` }));
        expect(once.cues).toHaveLength(cues.length);
        expect(once.problems.length).toBe(cues.length === 0 ? 1 : 0);
        expect(readVtt(writeVtt(once))).toEqual(once);
      }),
      { numRuns: 3000 },
    );
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/vtt');
const expected: { file: string }[] = existsSync(DATA)
  ? JSON.parse(readFileSync(`${DATA}/expected.json`, 'utf8'))
  : [];

describe.skipIf(expected.length === 0)(
  'the WebVTT files in ../shared/data (skipped if they are absent)',
  () => {
    it.each(expected)('$file is the same after writing and reading', ({ file }) => {
      const { problems: _, ...reading } = readVtt(readFileSync(`${DATA}/${file}`, 'utf8'));
      if (reading.cues.length === 0) return;
      expect(readVtt(writeVtt(reading))).toEqual({ ...reading, problems: [] });
    });
  },
);
