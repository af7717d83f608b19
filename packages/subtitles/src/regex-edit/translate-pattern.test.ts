import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previewRegex } from './preview-regex.ts';
import { translatePattern } from './translate-pattern.ts';

const replaceMatches = (text: string, pattern: string, replacement = '_') => {
  const preview = previewRegex([text], { pattern, replacement });
  return 'problem' in preview ? preview.problem : (preview.changes[0]?.after ?? text);
};

describe('a pattern that needs no translation', () => {
  it.each([
    ...'abc a.c a|b ^a$ a* a+? a{2} a{2,} a{2,3} a{2,3}? (a)(b) (?:a) (?i)a (?m)^a (?s). (?i:a)b'.split(' '),
    ...'(?<name>a) (?P<name>a) [abc] [^abc] [a-z] []a] [^]a] [[:alpha:]] [[:^digit:]] [(?=]'.split(' '),
    ...'[a+*?{2}] \\. \\( \\\\ \\n \\t \\x41 \\x{1F600} \\A \\z \\b \\B \\pL \\Q(?=\\E \\Q[a 字 😀'.split(
      ' ',
    ),
    ...'a{ a{,3} a{x} '.split(' '),
  ])('is unchanged: %s', (pattern) => {
    expect(translatePattern(pattern)).toBe(pattern);
  });
});

describe('a pattern in another notation', () => {
  it.each([
    ['\\d', '\\p{Nd}'],
    ['[\\d]', '[\\p{Nd}]'],
    ['\\D', '\\P{Nd}'],
    ['\\u0041', '\\x{0041}'],
    ['\\u{1F600}', '\\x{1F600}'],
    ['\\uD83D\\uDE00', '\\x{1f600}'],
    ['[\\u0041]', '[\\x{0041}]'],
    ['[\\b]', '[\\x08]'],
    ['\\p{Letter}', '\\p{L}'],
    ['\\P{Letter}', '\\P{L}'],
    ['\\p{^Letter}', '\\p{^L}'],
    ['[\\p{Script=Greek}]', '[\\p{Greek}]'],
  ])('is rewritten: %s', (pattern, translated) => {
    expect(translatePattern(pattern)).toBe(translated);
  });
});

describe('a pattern’s match', () => {
  it.each([
    ['a full stop alone', 'a.c', '\\.', 'a_c'],
    ['any character', 'a😀c', 'a.c', '_'],
    ['no line break by a full stop', 'a\nc', 'a.c', 'a\nc'],
    ['a line break by a full stop with (?s)', 'a\nc', '(?s)a.c', '_'],
    ['one of several', 'cat dog cow', 'cat|cow', '_ dog _'],
    ['the first of several that fits', 'ab', 'a|ab', '_b'],
    ['as much as possible', 'aXbXc', '.*X', '_c'],
    ['as little as possible', 'aXbXc', '.*?X', '__c'],
    ['a number of times', 'aaaa', 'a{3}', '_a'],
    ['a minimum number of times', 'a aa aaa', '\\ba{2,}\\b', 'a _ _'],
    ['a place at the start', 'aa', '^a', '_a'],
    ['a place at the end', 'aa', 'a$', 'a_'],
    ['every line’s start with (?m)', 'a\na', '(?m)^a', '_\n_'],
    ['only the first line’s start without (?m)', 'a\na', '^a', '_\na'],
    ['no end before a last line break', 'a\n', 'a$', 'a\n'],
    ['whole words', 'cat cats', '\\bcat\\b', '_ cats'],
    ['letters of one case', 'aA', 'a', '_A'],
    ['letters of both cases with (?i)', 'aA', '(?i)a', '__'],
    ['both cases in a part', 'aB AB Ab', '(?i:a)B', '_ _ Ab'],
    ['a bracket that comes first in a class', 'a]b', '[]]', 'a_b'],
    ['a hyphen at the end of a class', 'a-b', '[-]', 'a_b'],
    ['a caret inside a class', 'a^b', '[b^]', 'a__'],
    ['a backslash in a class', 'a\\b', '[\\\\]', 'a_b'],
    ['a tag', '<i>a</i>', '</?i>', '_a_'],
    ['an override', '{\\an8}a', '\\{\\\\[^}]*\\}', '_a'],
    ['a turn mark', '>> a', '^>> ?', '_a'],
    ['an accent apart from its letter', 'e\u0301', '\\p{M}', 'e_'],
    ['two dots of a Chinese ellipsis', '……', '…{2}', '_'],
    ['a letter between literal braces', '{a}', '\\{a\\}', '_'],
    ['a literal that is never closed', 'a.b', '\\Q.b', 'a_'],
    ['text after a literal', 'a.b', '\\Q.\\E.', 'a_'],
    ['quantified groups', 'ababc', '(?:ab)+', '_c'],
    ['an empty alternative', 'ab', '(?:|x)b', 'a_'],
  ])('is %s', (_, text, pattern, expected) => {
    expect(replaceMatches(text, pattern)).toBe(expected);
  });
});

describe('groups in a replacement', () => {
  it.each([
    ['one', 'a-b', '(\\w)-', '$1+', 'a+b'],
    ['two swapped', 'Smith, John', '(\\w+), (\\w+)', '$2 $1', 'John Smith'],
    ['by name', '2024-05', '(?<y>\\d+)-(?<m>\\d+)', '$<m>/$<y>', '05/2024'],
    ['by Python’s name', '2024-05', '(?P<y>\\d+)-(?P<m>\\d+)', '$<m>/$<y>', '05/2024'],
    ['nested', 'abc', '((a)b)c', '$1$2', 'aba'],
    ['after a non-capturing group', 'abc', '(?:a)(b)', '$1', 'bc'],
    ['without a match', 'b', '(a)?(b)', '[$1$2]', '[b]'],
    ['repeated, of which the last counts', 'abc', '(\\w)+', '$1', 'c'],
    ['of Chinese', '你好，世界', '(.+)，(.+)', '$2，$1', '世界，你好'],
    ['of Arabic', 'واحد اثنان', '(\\w+) (\\w+)', '$2 $1', 'اثنان واحد'],
    ['over lines', 'a\nb', '(a)\\n(b)', '$1 $2', 'a b'],
  ])('are inserted: %s', (_, text, pattern, replacement, expected) => {
    expect(replaceMatches(text, pattern, replacement)).toBe(expected);
  });
});

describe('any accepted pattern', () => {
  it('finds in ASCII what JavaScript finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-', '\n'), maxLength: 12 });
    const simple = fc
      .array(fc.constantFrom(...'a b . \\w \\d \\s [ab] [^a] (?:ab) a+ b*? 1? (a|b)'.split(' ')), {
        minLength: 1,
        maxLength: 5,
      })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(simple, text, (pattern, input) => {
        expect(replaceMatches(input, pattern, '<$&>')).toBe(input.replace(new RegExp(pattern, 'gu'), '<$&>'));
      }),
      { numRuns: 1000 },
    );
  });
});
