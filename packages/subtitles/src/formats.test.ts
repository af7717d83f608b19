import { expect, it } from 'vitest';
import { readSubtitles } from './formats.ts';

it('takes a file with the signature for WebVTT', () => {
  expect(readSubtitles('\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\na &amp; b')).toEqual({
    format: 'vtt',
    cues: [{ index: 1, start: 1000, end: 2000, text: 'a & b' }],
    problems: [],
  });
});

it('takes every other file for SubRip', () => {
  expect(readSubtitles('1\n00:00:01,000 --> 00:00:02,000\nWEBVTT &amp; co')).toEqual({
    format: 'srt',
    cues: [{ index: 1, start: 1000, end: 2000, text: 'WEBVTT &amp; co' }],
    problems: [],
  });
});

it('says what is wrong with a file that is neither', () => {
  expect(readSubtitles('%PDF-1.7')).toMatchObject({ format: 'srt', cues: [], problems: [{ line: 1 }] });
});
