import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSubtitles, writeSubtitles } from './formats.ts';

it('a file that starts with the WEBVTT signature is read as WebVTT', () => {
  expect(readSubtitles('\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\na &amp; b')).toEqual({
    format: 'vtt',
    cues: [{ index: 1, start: 1000, end: 2000, text: 'a & b' }],
    problems: [],
  });
});

it('a SubRip file that mentions WEBVTT in a cue is read as SubRip', () => {
  expect(readSubtitles('1\n00:00:01,000 --> 00:00:02,000\nWEBVTT &amp; co')).toEqual({
    format: 'srt',
    cues: [{ index: 1, start: 1000, end: 2000, text: 'WEBVTT &amp; co' }],
    problems: [],
  });
});

it('a file in an unsupported format has no cues and is reported as a problem', () => {
  expect(readSubtitles('%PDF-1.7')).toMatchObject({ format: 'srt', cues: [], problems: [{ line: 1 }] });
});

it('arbitrary input is read without throwing, into cues that can be written', () => {
  const pieces = fc.constantFrom(
    ...[
      '0:00:01.000,0:00:02.000',
      '[br]',
      '{25}{75}',
      '{1}{1}25',
      '{y:i}',
      '|',
      '[00:01.00]',
      '[offset:1]',
      '0:05',
      '75:10 ',
    ],
    ...'<tt>|<p begin="1s" end="2s">|</p>|<br/>|<span|&amp;|<!--|-->|"|<![CDATA[|text|\n|\n| '.split('|'),
    ...['\r', '\0', '\uD800', '\uFEFF', '字', '[', '{', '}', ':', '9'],
  );
  const starts = fc.constantFrom(
    '',
    '<tt><body>',
    '{1}{1}25\n',
    '0:00:01.000,0:00:02.000\n',
    '[00:01.00]',
    '0:05 a\n0:06 b\n',
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(starts, texts, (start, text) => {
      const { cues } = readSubtitles(start + text);
      expect(
        cues.filter((cue) => !(cue.start >= 0 && cue.end >= cue.start && Number.isInteger(cue.end))),
      ).toEqual([]);
      expect(cues.filter((cue) => /[\0\r]/.test(cue.text) || !cue.text.isWellFormed())).toEqual([]);
      expect(writeSubtitles('srt', cues).length).toBeGreaterThanOrEqual(cues.length);
    }),
    { numRuns: 2000 },
  );
});
