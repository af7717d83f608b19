import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVtt } from './read-vtt.ts';
import { toPlainText } from './vtt-text.ts';
import { writeVtt } from './write-vtt.ts';

const readCues = (text: string) => readVtt(text).cues.map(({ start, end, text }) => [start, end, text]);
const readMessages = (text: string) =>
  readVtt(text).problems.map(({ line, message }) => `${line}: ${message}`);

describe('reading WebVTT', () => {
  it('reads cues with and without identifiers, settings and hours', () => {
    const text =
      'WEBVTT - a title\nKind: captions\n\nfirst\n00:01.000 --> 00:02.500 align:start line:0\nOne\n\n100:00:03.000-->100:00:04.000\nTwo\nlines\n';
    expect(readVtt(text)).toEqual({
      cues: [
        {
          index: 1,
          start: 1000,
          end: 2500,
          text: 'One',
          markup: { format: 'vtt', settings: 'align:start line:0', identifier: 'first' },
        },
        { index: 2, start: 360_003_000, end: 360_004_000, text: 'Two\nlines' },
      ],
      problems: [],
      header: 'WEBVTT - a title\nKind: captions',
    });
  });

  it('keeps the order of the file', () => {
    expect(readCues('WEBVTT\n\n00:05.000 --> 00:06.000\nB\n\n00:01.000 --> 00:02.000\nA\n')).toEqual([
      [5000, 6000, 'B'],
      [1000, 2000, 'A'],
    ]);
  });

  it('separates notes, styles and regions from the cues', () => {
    const text =
      'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nNOTE not\nfor learners\n\n00:01.000 --> 00:02.000\nA\n';
    expect(readVtt(text)).toEqual({
      cues: [{ index: 1, start: 1000, end: 2000, text: 'A' }],
      problems: [],
      blocks: [
        { before: 0, text: 'STYLE\n::cue { color: red }' },
        { before: 0, text: 'REGION\nid:fred' },
        { before: 0, text: 'NOTE not\nfor learners' },
      ],
    });
  });

  it('starts a new cue at a line with times, even without a blank line before it', () => {
    expect(readCues('WEBVTT\n00:01.000 --> 00:02.000\nA\n00:03.000 --> 00:04.000\nB')).toEqual([
      [1000, 2000, 'A'],
      [3000, 4000, 'B'],
    ]);
  });

  it('keeps a cue without text, as browsers do', () => {
    expect(readCues('WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nB')).toEqual([
      [1000, 2000, ''],
      [3000, 4000, 'B'],
    ]);
  });
});

describe('problems in WebVTT', () => {
  it('include a missing signature', () => {
    const message = '1: A WebVTT file starts with the word WEBVTT on a line of its own. This one does not.';
    expect(readMessages('00:01.000 --> 00:02.000\nA')).toEqual([message]);
    expect(readMessages('WEBVTTX\n\n00:01.000 --> 00:02.000\nA')).toEqual([message]);
  });

  it('include a file without cues', () => {
    expect(readMessages('WEBVTT\n\nNOTE nothing yet\n')).toEqual([
      '1: This file has no cue: no line has times.',
    ]);
  });

  it('include unreadable times with their line and the reason', () => {
    expect(readMessages('WEBVTT\n\nid\n00:01,000 --> 00:02,000\nA\n\n00:03.000 --> 00:04.000\nB')).toEqual([
      '4: These times are unreadable, so the cue was skipped: “00:01,000 --> 00:02,000”. No decimal separator (".") found.',
    ]);
  });

  it('include text without times', () => {
    expect(readMessages('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\nlost\nwords\n')).toEqual([
      '6: This text has no times above it and was skipped: “lost”',
    ]);
  });
});

describe('writing WebVTT', () => {
  it('escapes markup characters', () => {
    const cues = [{ index: 1, start: 0, end: 1500, text: 'a < b --> c & d' }];
    expect(writeVtt(cues)).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.500\na &lt; b --&gt; c &amp; d\n');
    expect(readVtt(writeVtt(cues)).cues).toEqual(cues);
  });

  it('preserves a blank line in a text', () => {
    const cues = [{ index: 1, start: 0, end: 1500, text: 'One\n\n\nmore' }];
    expect(readVtt(writeVtt(cues)).cues).toEqual(cues);
  });
});

describe('any WebVTT file', () => {
  const pieces = fc.constantFrom(
    ...'00:01.000 --> 00:02.000|00:09.000-->00:01.000|\n|\n|\n\n|\r|\r\n|-->|<|>|<v Ann>'.split('|'),
    ...'</v>|<ruby>|<rt>|</rt>|</ruby>|<00:01.500>|&|&amp;|&#10;|&#13;|&#xD800;|&#0;|&lt'.split('|'),
    ...'NOTE|STYLE|id|text| |\t|\0|\uD800|字|\uFEFF|00:01.000 --> 99999:00:00.000'.split('|'),
  );
  const bodies = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('is read without throwing, and read the same after writing', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(() => readVtt(body)).not.toThrow();
        const { cues } = readVtt(`WEBVTT\n\n${body}`);
        expect(readVtt(writeVtt(cues)).cues).toEqual(cues);
      }),
      { numRuns: 2000 },
    );
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/vtt');
type Expected = { file: string; chromium: { cues: { startTime: number; endTime: number; text: string }[] } };
const expected: Expected[] = existsSync(DATA)
  ? JSON.parse(readFileSync(`${DATA}/expected.json`, 'utf8'))
  : [];

describe.skipIf(expected.length === 0)(
  'the WebVTT files in ../shared/data (skipped if they are absent)',
  () => {
    it.each(expected)('reads $file as Chromium does', ({ file, chromium }) => {
      const expected = chromium.cues.map((cue) => [
        Math.round(cue.startTime * 1000),
        Math.round(cue.endTime * 1000),
        toPlainText(cue.text),
      ]);
      expect(readCues(readFileSync(`${DATA}/${file}`, 'utf8'))).toEqual(expected);
    });

    it.each(['entities', 'tags', 'text', 'timestamps', 'tree-building'])(
      'returns the texts of the WPT trees in %s',
      (name) => {
        type Tree = { text: string; expectedTree: string };
        const trees: Tree[] = JSON.parse(readFileSync(`${DATA}/wpt/cue-text/${name}.json`, 'utf8'));
        for (const { text, expectedTree } of trees) {
          // Skips NULs and second blocks, which the file parser handles, and rare entity names that our table lacks. Expected
          // texts end with a line feed.
          if (/\0|\n\n|&Clockwise|&nsubE|&notin/.test(text)) continue;
          const words = [...expectedTree.matchAll(/^\| *"([\s\S]*?)"$/gm)]
            .map(([, word = '']) => word)
            .join('');
          expect(toPlainText(text.replace(/\n$/, '')).replace(/[()]/g, ''), text).toBe(words);
        }
      },
    );
  },
);
