import { describe, expect, it } from 'vitest';
import { diffWords } from './word-diff.ts';

/** Marks changes as `[-removed-]` and `{+added+}`. */
const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

describe('a word diff', () => {
  it.each([
    ['the same text', 'Hello there', 'Hello there', 'Hello there'],
    ['nothing on both sides', '', '', ''],
    ['a word that was replaced', 'a red car', 'a blue car', 'a [-red-]{+blue+} car'],
    ['a word that came', 'a car', 'a red car', 'a {+red +}car'],
    ['a word that went', 'a red car', 'a car', 'a [-red -]car'],
    ['all of it gone', 'Hello', '', '[-Hello-]'],
    ['all of it new', '', 'Hello', '{+Hello+}'],
    ['another punctuation mark', 'Hello.', 'Hello!', 'Hello[-.-]{+!+}'],
    ['other letters', 'hello', 'HELLO', '[-hello-]{+HELLO+}'],
    [
      'neighbouring words as one change',
      'I saw two men',
      'I saw some women',
      'I saw [-two men-]{+some women+}',
    ],
    ['a space that was doubled', 'a b', 'a  b', 'a[- -]{+  +}b'],
    ['a line that was broken', 'one two', 'one\ntwo', 'one[- -]{+\n+}two'],
  ])('shows %s', (_, before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  it('finds words in scripts without spaces', () => {
    expect(marked('我喜欢音乐', '我喜欢电影')).toBe('我喜欢[-音乐-]{+电影+}');
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
        const side = (gone: string) =>
          parts.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join('');
        expect(side('added')).toBe(before);
        expect(side('removed')).toBe(after);
      }
    }
  });
});
