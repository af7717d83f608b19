import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYouTubeCaptions } from '../formats.ts';
import { isRollingVtt, readRollingVtt } from './read-rolling-vtt.ts';

const pad = (value: number, digits = 2) => `${value}`.padStart(digits, '0');
const clock = (ms: number) =>
  `00:${pad(Math.floor(ms / 60_000))}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
const block = (start: number, end: number, first: string, second: string) =>
  `${clock(start)} --> ${clock(end)} align:start position:0%\n${first}\n${second}\n`;

/** Rolls two-second lines as YouTube does: each line appears, is spoken in the second row, and moves up. */
function rolling(lines: readonly string[]): string {
  const blocks = lines.flatMap((line, index) => {
    const [from, to] = [index * 2000, index * 2000 + 1990];
    const [head = '', ...rest] = line.split(' ');
    const timed = rest.reduce(
      (sum, word, k) => `${sum}<${clock(from + 100 * (k + 1))}><c> ${word}</c>`,
      head,
    );
    return [block(from, to, lines[index - 1] ?? ' ', timed), block(to, to + 10, line, ' ')];
  });
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${blocks.join('\n')}`;
}

const readTexts = (file: string) => readRollingVtt(file).cues.map(({ text }) => text);

describe('rolling captions', () => {
  it.each<[string, string[]]>([
    ['one line', ['hello there you']],
    ['three lines', ['hello there you', 'how are things', 'very well indeed']],
    ['the same line twice', ['no no no', 'no no no']],
    ['the same line three times', ['no no', 'no no', 'no no']],
    ['a line that begins another', ['so then', 'so then we went']],
    ['a line of one word', ['hello there', 'yes', 'and so on']],
    ['a label', ['[Music]', 'hello there', '[Applause]']],
    ['a turn mark', ['hello there', '&gt;&gt; who are you']],
    ['Russian', ['добрый день всем', 'как дела']],
    ['Korean', ['안녕하세요 여러분', '반갑습니다']],
    ['Arabic', ['صباح الخير', 'كيف حالكم']],
    ['Hindi', ['नमस्ते दोस्तों', 'कैसे हैं आप']],
  ])('have each line once: %s', (_, lines) => {
    expect(readTexts(rolling(lines))).toEqual(lines.map((line) => line.replace('&gt;&gt;', '>>')));
  });

  it('have the times at which each line is spoken', () => {
    const { cues } = readRollingVtt(rolling(['one two', 'three four']));
    expect(cues.map(({ index, start, end }) => [index, start, end])).toEqual([
      [1, 0, 1990],
      [2, 2000, 3990],
    ]);
  });

  it('don’t repeat a line that stays above', () => {
    const file = `${rolling(['one two', 'three four'])}\n${block(4000, 9000, 'three four', ' ')}`;
    expect(readTexts(file)).toEqual(['one two', 'three four']);
  });

  it('have no markup left', () => {
    for (const cue of readRollingVtt(rolling(['one two', 'three four'])).cues)
      expect(cue.markup).toBeUndefined();
  });

  it('have each line once, in order, for any lines', () => {
    const word = fc.constantFrom('one', 'two', 'yes', 'no', '好', 'да', '[Music]');
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), (lines) => {
        expect(readTexts(rolling(lines))).toEqual(lines);
      }),
    );
  });

  it('are recognised as such', () => {
    const word = fc.constantFrom('one', 'two', 'yes', 'no');
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), (lines) => {
        expect(isRollingVtt(rolling(lines))).toBe(true);
        expect(readYouTubeCaptions(rolling(lines)).cues).toHaveLength(lines.length);
      }),
    );
  });
});

describe('a very short cue', () => {
  it.each([
    [10, []],
    [50, []],
    [51, ['b']],
    [1000, ['b']],
  ])('is a step if it lasts up to 50 ms: %i ms', (length, texts) => {
    expect(readTexts(`WEBVTT\n\n${block(1000, 1000 + length, 'a', 'b')}`)).toEqual(texts);
  });
});

describe('manual WebVTT', () => {
  it.each<[string, string]>([
    ['lines', block(0, 2000, 'One', 'two')],
    ['short cues of one line', '00:00:01.000 --> 00:00:01.040\nOne\n'],
    ['karaoke times', '00:00:01.000 --> 00:00:03.000\nOne <00:00:02.000>two\nthree\n'],
    [
      'times with classes, and no steps',
      '00:00:01.000 --> 00:00:03.000\nOne <00:00:02.000><c>two</c>\nthree\n',
    ],
    [
      'one step among many cues',
      [
        block(0, 20, 'a', 'b'),
        ...[1, 2, 3, 4].map((index) => block(index * 1000, index * 1000 + 900, 'c', 'd')),
      ].join('\n'),
    ],
    ['no cue', ''],
  ])('is not rolling with %s', (_, body) => {
    expect(isRollingVtt(`WEBVTT\n\n${body}`)).toBe(false);
  });

  it('keeps all its lines', () => {
    expect(
      readYouTubeCaptions(`WEBVTT\n\n${block(0, 2000, 'One', 'two')}`).cues.map(({ text }) => text),
    ).toEqual(['One\ntwo']);
  });
});
