import { describe, expect, it } from 'vitest';
import { readSubtitles } from '../formats.ts';
import { readSbv } from './read-sbv.ts';

const readCues = (text: string) => readSbv(text).cues.map(({ start, end, text }) => [start, end, text]);

describe('SubViewer', () => {
  it('is read as YouTube Studio writes it', () => {
    const file = '0:00:01.000,0:00:02.500\nHello there\nfriend\n\n0:01:03.250,0:01:04.000\n>> Bye\n';
    expect(readSubtitles(file)).toEqual({
      format: 'sbv',
      cues: [
        { index: 1, start: 1000, end: 2500, text: 'Hello there\nfriend' },
        { index: 2, start: 63_250, end: 64_000, text: '>> Bye' },
      ],
      problems: [],
    });
  });

  it('is read in its second version, without the header above the first cue', () => {
    const file =
      '[INFORMATION]\r\n[TITLE]Film\r\n[END INFORMATION]\r\n[SUBTITLE]\r\n00:04:35.03,00:04:38.82\r\nA[br]B\r\n\r\n';
    expect(readSubtitles(file)).toMatchObject({
      format: 'sbv',
      cues: [{ start: 275_030, end: 278_820, text: 'A\nB' }],
    });
  });

  it.each([
    [
      'no blank line between cues',
      '0:00:01.0,0:00:02.0\nA\n0:00:03.0,0:00:04.0\nB',
      [
        [1000, 2000, 'A'],
        [3000, 4000, 'B'],
      ],
    ],
    ['a blank line in a text', '0:00:01.0,0:00:02.0\nA\n\nB\n', [[1000, 2000, 'A\n\nB']]],
    ['a comma in a text', '0:00:01.0,0:00:02.0\n1:00:00, or later\n', [[1000, 2000, '1:00:00, or later']]],
    ['swapped times', '0:00:02.0,0:00:01.0\nA', [[1000, 2000, 'A']]],
    ['sixty minutes', '0:60:02.0,1:00:01.0\nA', []],
    ['no text', '0:00:01.0,0:00:02.0\n\n', []],
  ])('SubViewer with %s', (_, file, cues) => {
    expect(readCues(file)).toEqual(cues);
  });

  it('reports the line of invalid times', () => {
    expect(readSbv('\n0:61:02.0,1:62:01.0\nA').problems).toMatchObject([{ line: 2, id: 'unreadableTimes' }]);
  });
});
