import { describe, expect, it } from 'vitest';
import { readSubtitles } from '../formats.ts';

/** Returns the cues as `start-end text`. */
const readCues = (text: string) =>
  readSubtitles(text).cues.map(({ start, end, text }) => `${start}-${end} ${text}`);

describe('a transcript with times', () => {
  it.each([
    [
      'above the lines, as YouTube shows it',
      '0:00\nHello\nthere\n0:04\nBye',
      ['0-4000 Hello\nthere', '4000-8000 Bye'],
    ],
    ['before the lines', '0:00 Hello\n0:04 – Bye', ['0-4000 Hello', '4000-8000 Bye']],
    ['in brackets', '(0:00) Hello\n(1:00:04) Bye', ['0-10000 Hello', '3604000-3608000 Bye']],
    ['of more than an hour in minutes', '0:00 Hello\n75:10 Bye', ['0-10000 Hello', '4510000-4514000 Bye']],
    ['with fractions', '0:00.5 Hello\n0:04.25 Bye', ['500-4250 Hello', '4250-8250 Bye']],
    ['under a title', 'My video\n\n0:00 Hello\n0:04 Bye', ['0-4000 Hello', '4000-8000 Bye']],
  ])('%s', (_, text, cues) => {
    expect(readSubtitles(text).format).toBe('txt');
    expect(readCues(text)).toEqual(cues);
  });

  it('reports text above the first time, and invalid seconds', () => {
    expect(readSubtitles('My video\n0:00 Hello\n0:75 Bye').problems).toMatchObject([
      { line: 1, id: 'strayText' },
      { line: 3, id: 'unreadableTimes' },
    ]);
  });
});

describe('a text without times', () => {
  it.each(['Hello there.\nHow are you?', 'Привет.\nКак дела?', 'It is 5 past 4.\r\nOr: later.'])(
    'is rejected with advice: %j',
    (text) => {
      expect(readSubtitles(text)).toMatchObject({
        format: 'txt',
        cues: [],
        problems: [{ line: 1, id: 'transcript' }],
      });
    },
  );

  it.each(['', ' \n', '\x01\x02ab', '1\n2\n3', '00:01 -> 00:02 Hello'])('isn’t %j', (text) => {
    expect(readSubtitles(text)).toMatchObject({ format: 'srt', cues: [] });
  });

  it.each(['->', '—>', '→'])('isn’t SubRip with %s as arrows', (arrow) => {
    const cue = (start: number) => `${start}\n00:00:0${start},000 ${arrow} 00:00:0${start + 1},500\nHello\n`;
    expect(readSubtitles(`${cue(1)}\n${cue(3)}`)).toMatchObject({
      format: 'srt',
      cues: [
        { start: 1000, end: 2500, text: 'Hello' },
        { start: 3000, end: 4500, text: 'Hello' },
      ],
    });
  });
});
