import { describe, expect, it } from 'vitest';
import { readSubtitles, readYouTubeCaptions } from '../formats.ts';
import { readMicroDvd } from './read-microdvd.ts';

const readCues = (text: string) => readMicroDvd(text).cues.map(({ start, end, text }) => [start, end, text]);
const readProblemIds = (text: string) => readMicroDvd(text).problems.map(({ line, id }) => [line, id]);

describe('MicroDVD', () => {
  it('has the frame rate in the first line', () => {
    const file = '{1}{1}25.000\r\n{25}{75}Hello|again\r\n{100}{125}Bye\r\n';
    expect(readSubtitles(file)).toEqual({
      format: 'sub',
      cues: [
        { index: 1, start: 1000, end: 3000, text: 'Hello\nagain' },
        { index: 2, start: 4000, end: 5000, text: 'Bye' },
      ],
      problems: [],
    });
  });

  it('isn’t YouTube’s json3', () => {
    expect(readYouTubeCaptions('{0}{0}25\n{25}{75}Hello').format).toBe('sub');
  });

  it.each([
    ['{0}{0}23.976', 24_000, 1_001_000],
    ['{1}{1}23,976 fps', 24_000, 1_001_000],
    ['{1}{1}29.97', 30_000, 1_001_000],
    ['{1}{1}30', 30_000, 1_000_000],
    ['{DEFAULT}{}{C:$FFFFFF}\n{1}{1}50', 50_000, 1_000_000],
  ])('MicroDVD after %j, frame %d is at %d ms', (first, frame, ms) => {
    expect(readCues(`${first}\n{${frame}}{${frame}}A`)).toEqual([[ms, ms, 'A']]);
    expect(readProblemIds(`${first}\n{${frame}}{${frame}}A`)).toEqual([]);
  });

  it('is assumed to have 23.976 frames per second otherwise, with a warning', () => {
    expect(readCues('{24}{48}A')).toEqual([[1001, 2002, 'A']]);
    expect(readProblemIds('\n{24}{48}A')).toEqual([[2, 'assumedFrameRate']]);
  });

  it('keeps a first line with a duration even if its text is a number', () => {
    expect(readCues('{24}{48}25')).toEqual([[1001, 2002, '25']]);
  });

  it.each([
    ['0', '{1}{1}0'],
    ['a thousand', '{1}{1}999'],
    ['infinity', '{1}{1}1e9'],
  ])('never divides by %s frames per second', (_, first) => {
    expect(readCues(`${first}\n{24}{48}A`).at(-1)).toEqual([1001, 2002, 'A']);
  });

  it('is read without control codes and italics slashes', () => {
    expect(readCues('{1}{1}25\n{25}{50}{y:i}{c:$0000ff}A {Y:b}b|/c|and/or {x')[0]?.[2]).toBe(
      'A b\nc\nand/or {x',
    );
  });

  it('ends a cue without an end at the next one, or after 10 s', () => {
    expect(readCues('{1}{1}25\n{25}{}A\n{50}{}B\n{500}{}C')).toEqual([
      [1000, 2000, 'A'],
      [2000, 12_000, 'B'],
      [20_000, 24_000, 'C'],
    ]);
  });

  it('reports lines without frames, and cues without text', () => {
    expect(readProblemIds('{1}{1}25\nHello\n{25}{50}{y:i}\n{x}{50}A')).toEqual([
      [2, 'unreadableTimes'],
      [3, 'noText'],
      [4, 'unreadableTimes'],
    ]);
    expect(readProblemIds('{1}{1}25')).toEqual([[1, 'noTimedText']]);
  });
});
