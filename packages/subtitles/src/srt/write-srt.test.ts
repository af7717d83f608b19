import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVtt } from '../vtt/read-vtt.ts';
import { readSrt } from './read-srt.ts';
import { writeSrt } from './write-srt.ts';

const RICH = `1
00:00:01,000 --> 00:00:02,500 X1:40 X2:600 Y1:20 Y2:50
{\\an8}<i>He said:</i>
<font color="#ff8800">5 < 6 & 7</font>

2
27:00:03,000 --> 27:00:04,000
<b>{\\fad(1)}No

end
`;

const replaceTexts = (text: string, edited: string) =>
  readSrt(text).cues.map((cue) => ({ ...cue, text: edited }));
const readBody = (text: string) => text.split('\n').slice(2).join('\n');

describe('writing parsed SubRip', () => {
  it('keeps italics, fonts, positions, coordinates and unclosed tags', () => {
    expect(writeSrt(readSrt(RICH))).toBe(RICH);
    expect(readSrt(RICH).cues[0]?.text).toBe('He said:\n5 < 6 & 7');
  });

  it('keeps the tags of a text after the times', () => {
    expect(writeSrt(readSrt('00:00:01,000 --> 00:00:02,000 <i>One</i>\ntwo\n'))).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\ntwo\n',
    );
  });

  it('writes an edited text without the old tags, at the same position', () => {
    expect(
      readBody(writeSrt(replaceTexts('00:00:01,000 --> 00:00:02,000\n{\\an8}<i>One</i>\n', 'Two'))),
    ).toBe('{\\an8}Two\n');
    expect(readBody(writeSrt(replaceTexts('00:00:01,000 --> 00:00:02,000\n<i>One</i>\n', 'Two')))).toBe(
      'Two\n',
    );
  });

  it('never writes a text that would be parsed as times, with or without tags', () => {
    const text = 'A\n00:00:05,000 --> 00:00:06,000\nB';
    const markup = { format: 'srt' as const, payload: text.replace('A', '<i>A</i>') };
    expect(readSrt(writeSrt([{ index: 1, start: 0, end: 1000, text, markup }])).cues).toHaveLength(1);
  });

  it('never writes markup that would be parsed as times', () => {
    const markup = {
      format: 'srt' as const,
      payload: 'One\n00:00:09,000 --> 00:00:10,000\nTwo',
      settings: 'a\nb',
    };
    expect(writeSrt([{ index: 1, start: 0, end: 1000, text: 'One', markup }])).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nOne\n',
    );
  });
});

describe('writing WebVTT as SubRip', () => {
  const convertPayload = (text: string, settings = '') =>
    readBody(writeSrt(readVtt(`WEBVTT\n\nid\n00:01.000 --> 00:02.000 ${settings}\n${text}\n`)));

  it.each([
    [
      'italics, bold and underline',
      '<i>One</i> <b.x>two</b> <u>three</u>',
      '<i>One</i> <b>two</b> <u>three</u>',
    ],
    ['the colour classes', '<c.loud.yellow>One</c>', '<font color="#ffff00">One</font>'],
    [
      'no voices, other classes and time stamps',
      '<v Ann>One</v> <c.loud>two</c> <00:01.500>three',
      'One two three',
    ],
    ['rubies in parentheses', '<i><ruby>漢<rt>かん</rt></ruby></i>', '<i>漢(かん)</i>'],
    ['decoded characters', '<i>Fish &amp; chips</i>', '<i>Fish & chips</i>'],
    ['tags in the right order', '<i>One <b>two</i></b>', '<i>One <b>two</b></i>'],
  ])('preserves %s', (_name, vtt, srt) => {
    expect(convertPayload(vtt)).toBe(`${srt}\n`);
  });

  it.each([
    ['line:0', '{\\an8}'],
    ['line:0 align:start', '{\\an7}'],
    ['line:50%', '{\\an5}'],
    ['align:end', '{\\an3}'],
    ['line:-1', ''],
    ['line:90%', ''],
    ['align:start position:0%', ''],
    ['vertical:rl line:0', ''],
  ])('converts the setting %s to the position %s', (settings, tag) => {
    expect(convertPayload('One', settings)).toBe(`${tag}One\n`);
  });
});

describe('cues with any markup', () => {
  const pieces = fc.constantFrom(
    ...['<i>', '</i>', '<b>', '</b>', '<c.red>', '</c>', '<font color=red>', '</font>', '{\\an8}', '{\\i1}'],
    ...'\n|\n| |a|字|&amp;|&|<|>|-->|<ruby>|<rt>|</rt>|</ruby>|\r|\0'.split('|'),
    ...['00:00:01,000 --> 00:00:02,000', '7', '\n8\n', 'line:0', 'X1:4', '{\\', '}', '<br>', '<<i>i>'],
  );
  const text = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
  const markup = fc.record(
    { format: fc.constantFrom('srt' as const, 'vtt' as const), payload: text, settings: text },
    { requiredKeys: ['format'] },
  );
  const cue = fc.record({ index: fc.constant(1), start: fc.nat(1e7), end: fc.nat(1e4), text, markup });

  it('are written without a problem, and are the same after reading', () => {
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 5 }), (list) => {
        const cues = list.map((item) => ({ ...item, end: item.start + item.end }));
        const once = readSrt(writeSrt(cues));
        const problems = once.problems.filter(({ message }) => !/no text|^No line/.test(message));
        expect(problems).toEqual([]);
        expect(readSrt(writeSrt(once)).cues).toEqual(once.cues);
      }),
      { numRuns: 3000 },
    );
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/srt');
const files = existsSync(DATA) ? readdirSync(DATA).filter((name) => name.endsWith('.srt')) : [];

describe.skipIf(files.length === 0)('the SubRip files in ../shared/data (skipped if they are absent)', () => {
  it.each(files)('%s is the same after writing and reading', (file) => {
    const { cues } = readSrt(readFileSync(`${DATA}/${file}`, 'utf8'));
    expect(readSrt(writeSrt(cues)).cues).toEqual(cues);
  });
});
