import { describe, expect, it } from 'vitest';
import { diffWords } from './word-diff.ts';

/** Marks changes as `[-removed-]` and `{+added+}`. */
const renderDiff = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

describe('a word diff', () => {
  it.each([
    ['the same text', 'Hello there', 'Hello there', 'Hello there'],
    ['nothing for two empty texts', '', '', ''],
    ['a replaced word', 'a red car', 'a blue car', 'a [-red-]{+blue+} car'],
    ['an added word', 'a car', 'a red car', 'a {+red +}car'],
    ['a removed word', 'a red car', 'a car', 'a [-red -]car'],
    ['a deleted text', 'Hello', '', '[-Hello-]'],
    ['a new text', '', 'Hello', '{+Hello+}'],
    ['changed punctuation', 'Hello.', 'Hello!', 'Hello[-.-]{+!+}'],
    ['changed case', 'hello', 'HELLO', '[-hello-]{+HELLO+}'],
    [
      'neighbouring words as one change',
      'I saw two men',
      'I saw some women',
      'I saw [-two men-]{+some women+}',
    ],
    ['a doubled space', 'a b', 'a  b', 'a[- -]{+  +}b'],
    ['an added line break', 'one two', 'one\ntwo', 'one[- -]{+\n+}two'],
  ])('shows %s', (_, before, after, expected) => {
    expect(renderDiff(before, after)).toBe(expected);
  });

  it('finds words in scripts without spaces', () => {
    expect(renderDiff('我喜欢音乐', '我喜欢电影')).toBe('我喜欢[-音乐-]{+电影+}');
  });

  it('contains both texts completely', () => {
    const texts = [
      '',
      ' ',
      'a b c d',
      'd c b a',
      'مرحبا بالعالم',
      '🙂 ok',
      'a\n\nb',
      'x '.repeat(900),
      'y z '.repeat(900),
    ];
    for (const before of texts) {
      for (const after of texts) {
        const parts = diffWords(before, after);
        const textWithout = (excluded: string) =>
          parts.flatMap(({ kind, text }) => (kind === excluded ? [] : [text])).join('');
        expect(textWithout('added')).toBe(before);
        expect(textWithout('removed')).toBe(after);
      }
    }
  });
});
