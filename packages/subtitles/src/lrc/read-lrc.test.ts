import { describe, expect, it } from 'vitest';
import { readSubtitles } from '../formats.ts';
import { readLrc } from './read-lrc.ts';

/** Returns the cues as `start-end text`. */
const readCues = (text: string) =>
  readLrc(text).cues.map(({ start, end, text }) => `${start}-${end} ${text}`);

describe('lyrics', () => {
  it('are read without their tags', () => {
    const file = '\uFEFF[ar:Somebody]\r\n[ti:A song]\r\n\r\n[00:01.50]One\r\n[00:03.00]Two\r\n[01:00.00]\r\n';
    expect(readSubtitles(file)).toEqual({
      format: 'lrc',
      cues: [
        { index: 1, start: 1500, end: 3000, text: 'One' },
        { index: 2, start: 3000, end: 13_000, text: 'Two' },
      ],
      problems: [],
    });
  });

  it.each([
    [
      'a line that is sung twice',
      '[00:01][00:09]A\n[00:05]B',
      ['1000-5000 A', '5000-9000 B', '9000-13000 A'],
    ],
    ['an empty line that ends the one before', '[00:01]A\n[00:03]\n[00:05]B', ['1000-3000 A', '5000-9000 B']],
    ['times of words', '[00:01]<00:01.00>A <00:02.00> b', ['1000-5000 A b']],
    ['hours', '[1:00:01.5]A', ['3601500-3605500 A']],
    ['an offset', '[offset:500]\n[00:01]A', ['500-4500 A']],
    ['an offset below zero', '[offset:-500]\n[00:01]A', ['1500-5500 A']],
    ['an offset larger than the start', '[offset:9000]\n[00:01]A', ['0-4000 A']],
    ['an offset that isn’t a number', '[offset:x]\n[00:01]A', ['1000-5000 A']],
    ['two lines at one time', '[00:01]A\n[00:01]B\n[00:02]C', ['1000-2000 A', '1000-2000 B', '2000-6000 C']],
    ['brackets in the text', '[00:01][Music] A', ['1000-5000 [Music] A']],
  ])('are read with %s', (_, file, cues) => {
    expect(readCues(file)).toEqual(cues);
  });

  it('report invalid times, and text without a time', () => {
    expect(readLrc('[00:75]A\nB\n[00:01]C').problems).toMatchObject([
      { line: 1, id: 'unreadableTimes' },
      { line: 2, id: 'noTimesAbove' },
    ]);
  });
});
