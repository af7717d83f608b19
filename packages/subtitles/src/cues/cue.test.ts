import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectCues } from './collect-cues.ts';
import { getCues, MAX_CUE_CHARACTERS, quote, replaceUnstorable, splitLines } from './cue.ts';

describe('a file’s lines', () => {
  it.each([
    ['LF', 'a\nb', ['a', 'b']],
    ['CRLF', 'a\r\nb', ['a', 'b']],
    ['CR', 'a\rb', ['a', 'b']],
    ['all three', 'a\r\n\rb\n\nc', ['a', '', 'b', '', 'c']],
    ['LF and then CR, which are two', 'a\n\rb', ['a', '', 'b']],
    ['one at the end', 'a\n', ['a', '']],
    ['none', 'a', ['a']],
    ['nothing', '', ['']],
    ['a byte order mark before', '\uFEFFa\nb', ['a', 'b']],
    ['a byte order mark inside, which stays', 'a\n\uFEFFb', ['a', '\uFEFFb']],
    ['two byte order marks, of which one stays', '\uFEFF\uFEFFa', ['\uFEFFa']],
    ['a vertical tab, which ends no line', 'a\u000Bb', ['a\u000Bb']],
    ['a next-line character, which ends no line', 'a\u0085b', ['a\u0085b']],
    ['a paragraph separator, which ends no line', 'a\u2029b', ['a\u2029b']],
  ])('are split at %s', (_, text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });

  it('contain no line breaks or characters that can’t be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(splitLines(text).filter((line) => /[\r\n\0]/.test(line) || !line.isWellFormed())).toEqual([]);
      }),
    );
  });
});

describe('text that can’t be stored', () => {
  it.each([
    ['a NUL', 'a\0b', 'a\uFFFDb'],
    ['two NULs', '\0\0', '\uFFFD\uFFFD'],
    ['a high half alone', 'a\uD83D', 'a\uFFFD'],
    ['a low half alone', '\uDE00b', '\uFFFDb'],
    ['two halves in the wrong order', '\uDE00\uD83D', '\uFFFD\uFFFD'],
  ])('becomes a replacement character: %s', (_, text, stored) => {
    expect(replaceUnstorable(text)).toBe(stored);
  });

  it.each(['😀', '\u0001', '\u007F', '\uFEFF', '\uFFFF', '\u{10FFFF}', 'é', ''])('isn’t %j', (text) => {
    expect(replaceUnstorable(text)).toBe(text);
  });

  it('is replaced without changing the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(replaceUnstorable(text)).toHaveLength(text.length);
      }),
    );
  });
});

describe('a text quoted in a message', () => {
  it.each([
    ['unchanged', 'Hello', '“Hello”'],
    ['on one line', 'a\nb\r\nc', '“a b c”'],
    ['without spaces around', '  a  ', '“a”'],
    ['with one space for many', 'a \t\u3000 b', '“a b”'],
    ['empty', '', '“”'],
    ['complete up to 60 characters', 'x'.repeat(60), `“${'x'.repeat(60)}”`],
    ['truncated after 60 characters', 'x'.repeat(61), `“${'x'.repeat(60)}…”`],
    ['by characters, not halves of them', '😀'.repeat(61), `“${'😀'.repeat(60)}…”`],
  ])('is %s', (_, text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it('is short and well-formed for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 50, maxLength: 300 }), (text) => {
        expect(quote(text).isWellFormed()).toBe(true);
        expect([...quote(text)].length).toBeLessThanOrEqual(63);
      }),
    );
  });
});

describe('collecting cues', () => {
  it.each([
    ['as they come', 1000, 2000, [[1000, 2000]], 0],
    ['without length', 1000, 1000, [[1000, 1000]], 0],
    ['swapped by a millisecond', 1001, 1000, [[1000, 1001]], 1],
    ['swapped by 15 s', 16_000, 1000, [[1000, 16_000]], 1],
    ['not at all when they would last for more than 15 s', 16_001, 1000, [], 1],
  ])('accepts cues %s', (_, start, end, times, problems) => {
    const collector = collectCues(10_000);
    collector.add(7, start, end, 'A');
    expect(collector.cues.map((cue) => [cue.start, cue.end])).toEqual(times);
    expect(collector.finish().problems.map(({ line }) => line)).toEqual(new Array(problems).fill(7));
  });

  it('numbers the cues that are kept', () => {
    const { add, cues } = collectCues(10_000);
    add(1, 0, 1, 'A');
    add(2, 90_000, 1, 'lost');
    add(3, 5, 6, 'B');
    expect(cues.map(({ index, text }) => [index, text])).toEqual([
      [1, 'A'],
      [2, 'B'],
    ]);
  });

  it('keeps the markup of a swapped cue', () => {
    const { add, cues } = collectCues(10_000);
    add(1, 5, 1, 'A', { format: 'vtt', settings: 'line:0' });
    expect(cues[0]?.markup).toEqual({ format: 'vtt', settings: 'line:0' });
  });
});

describe('a writer’s input', () => {
  const cues = [{ index: 1, start: 0, end: 1, text: 'A' }];

  it('can be a list of cues', () => {
    expect(getCues(cues)).toBe(cues);
  });

  it('can be a parsed file', () => {
    expect(getCues({ cues, header: 'WEBVTT' })).toBe(cues);
  });
});

it('a writer reports an overlong cue, and writes it unchanged', () => {
  const { add, cues, finish } = collectCues(10_000);
  add(2, 0, 1000, 'x'.repeat(MAX_CUE_CHARACTERS));
  add(7, 1000, 7000, 'word '.repeat(1000));
  expect(cues.map(({ text }) => text.length)).toEqual([2000, 5000]);
  expect(finish().problems).toMatchObject([
    { line: 7, message: expect.stringMatching(/^This cue has 5000 characters, too many for one cue: “word/) },
  ]);
});
