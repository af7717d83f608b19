import { describe, expect, it } from 'vitest';
import { previewRegex } from './preview-regex.ts';
import { escapeError, groupError, patternError, quantifierError, syntaxError } from './regex-error.ts';
import { REGEX_ERRORS_EN } from './regex-errors-en.ts';
import { REGEX_ERRORS_ES } from './regex-errors-es.ts';

const findProblem = (pattern: string) => {
  const preview = previewRegex(['abc'], { pattern, replacement: '' });
  return 'problem' in preview ? preview.problem : null;
};
const UNLIMITED = 'it would make the time of a search unlimited';
const listUnlimited = (name: string, list: [pattern: string, at: number, part: string][]) =>
  list.map(([pattern, at, part]): [string, string] => [
    pattern,
    `“${part}” at character ${at} is ${name}, which is not supported: ${UNLIMITED}.`,
  ]);

describe('the message for other engines’ groups', () => {
  it.each([
    [
      '(?=a)',
      `“(?=” at character 1 is a lookahead, which is not supported: ${UNLIMITED}. Match the text behind too, and keep it with $1.`,
    ],
    ['(?!a)', `“(?!” at character 1 is a negative lookahead, which is not supported: ${UNLIMITED}.`],
    [
      '(?<=a)b',
      `“(?<=” at character 1 is a lookbehind, which is not supported: ${UNLIMITED}. Match the text before too, and keep it with $1.`,
    ],
    ['(?<!a)b', `“(?<!” at character 1 is a negative lookbehind, which is not supported: ${UNLIMITED}.`],
    [
      '(?>a)',
      '“(?>” at character 1 is an atomic group, which is not supported; here no search goes back, and (?:…) does the same.',
    ],
    ...listUnlimited('a back-reference', [['(?P<a>x)(?P=a)', 9, '(?P=']]),
    ...listUnlimited('a recursion', [
      ['(?P>a)', 1, '(?P>'],
      ['(?&a)', 1, '(?&'],
      ['(?R)', 1, '(?R'],
      ['(?0)', 1, '(?0)'],
      ['(?-1)', 1, '(?-1)'],
      ['(?+1)', 1, '(?+1)'],
    ]),
    ...listUnlimited('a condition', [['(?(1)a|b)', 1, '(?(']]),
    ['(?|a|b)', '“(?|” at character 1 is a branch reset, which is not supported.'],
    ['(?#hi)', '“(?#” at character 1 is a comment, which is not supported.'],
    [
      "(?'n'a)",
      "“(?'” at character 1 is a named group in a notation that is not supported; write (?<name>…).",
    ],
  ])('%s', (pattern, sentence) => {
    expect(findProblem(pattern)).toBe(sentence);
  });

  it.each([
    '(a)',
    '(?:a)',
    '(?i)a',
    '(?i:a)',
    '(?<n>a)',
    '(?P<n>a)',
    '(?s-m:a)',
    '\\(?=a',
    '[(?=]a',
    '\\Q(?=\\E',
  ])('isn’t shown for %s', (pattern) => {
    expect(findProblem(pattern)).toBeNull();
  });
});

describe('the message for other engines’ escapes', () => {
  it.each([
    ['a\\Z', '“\\Z” at character 2 is the end of the text in a notation that is not supported; write \\z.'],
    ['\\Ga', '“\\G” at character 1 is the place where the last match ended, which is not supported.'],
    [
      'a\\Kb',
      '“\\K” at character 2 is a mark for where the match begins, which is not supported; keep the text before with $1.',
    ],
    [
      '\\X',
      '“\\X” at character 1 is a whole character with its marks, which is not supported; write \\P{M}\\p{M}*.',
    ],
    ['\\R', '“\\R” at character 1 is any line break, which is not supported; write \\n.'],
    ['\\h', '“\\h” at character 1 is a space in a notation that is not supported; write \\s.'],
    [
      '\\N',
      '“\\N” at character 1 is any character but a line break, in a notation that is not supported; write a full stop.',
    ],
    ...listUnlimited('a back-reference', [
      ['(a)\\1', 4, '\\1'],
      ['(a)\\12', 4, '\\12'],
      ['(?<n>a)\\k<n>', 8, '\\k<n>'],
      ["(?<n>a)\\k'n'", 8, "\\k'n'"],
      ['(?<n>a)\\k{n}', 8, '\\k{n}'],
      ['(a)\\g1', 4, '\\g1'],
      ['(a)\\g{-1}', 4, '\\g{-1}'],
    ]),
  ])('%s', (pattern, sentence) => {
    expect(findProblem(pattern)).toBe(sentence);
  });

  it.each(['\\d', '\\n', '\\.', '\\z', '\\b', '\\x41', '\\\\1', '\\Q\\1\\E'])(
    'isn’t shown for %s',
    (pattern) => {
      expect(findProblem(pattern)).toBeNull();
    },
  );
});

describe('the message for a quantifier', () => {
  it.each([
    ...['++', '*+', '?+'].map((part): [string, string] => [
      `a${part}`,
      `“${part}” at character 2 is a possessive quantifier, which is not supported; here no search goes back, and without the second sign it does the same.`,
    ]),
    ['a+*', '“+*” at character 2 is a quantifier behind another one; put the first one into a group, (?:…).'],
    [
      'a{2}{3}',
      '“{2}{3}” at character 2 is a quantifier behind another one; put the first one into a group, (?:…).',
    ],
    ['*', '“*” at character 1 is a quantifier with nothing before it to repeat.'],
    ['a|*', '“*” at character 3 is a quantifier with nothing before it to repeat.'],
    ['(+)', '“+” at character 2 is a quantifier with nothing before it to repeat.'],
    ['a{1001}', '“{1001}” at character 2 is a repetition of more than 1000 times, which is not supported.'],
    [
      'a{1,2000}',
      '“{1,2000}” at character 2 is a repetition of more than 1000 times, which is not supported.',
    ],
  ])('%s', (pattern, sentence) => {
    expect(findProblem(pattern)).toBe(sentence);
  });

  it.each(['a+?', 'a*?', 'a??', 'a{2}?', '(?:a+)*', 'a{1000}', '[a+*]', '\\++'])(
    'isn’t shown for %s',
    (pattern) => {
      expect(findProblem(pattern)).toBeNull();
    },
  );
});

describe('the message for an incomplete pattern', () => {
  it.each([
    ['(a', '“(a” at character 1 is not complete: a “)” is missing.'],
    ['((a)', '“((a)” at character 1 is not complete: a “)” is missing.'],
    ['a)', '“a)” at character 1 is not complete: there is a “)” without its “(”.'],
    ['[a', '“[a” at character 1 is a character class that is not closed: a “]” is missing.'],
    ['x[^a', '“[^a” at character 2 is a character class that is not closed: a “]” is missing.'],
    ['[z-a]', '“z-a” at character 2 is no character class or range that is known.'],
    ['\\p{Klingon}', '“\\p{Klingon}” at character 1 is no character class or range that is known.'],
    ['\\p{}', '“\\p{}” at character 1 is a Unicode class without a name.'],
    ['(?<a>x)(?<a>y)', '“a” at character 4 is a name that two groups have.'],
    ['(?<a b>x)', '“(?<a b>” at character 1 is not a name for a group: letters, digits and “_” alone.'],
  ])('%s', (pattern, sentence) => {
    expect(findProblem(pattern)).toBe(sentence);
  });
});

describe('an error’s parts', () => {
  it('have the position in UTF-16 units, and in characters for users', () => {
    expect(patternError('😀é(?=', 3, '(?=', 'comment')).toEqual({
      id: 'comment',
      values: { part: '(?=', place: 3 },
      problem: '“(?=” at character 3 is a comment, which is not supported.',
      part: '(?=',
      at: 3,
      field: 'pattern',
    });
  });

  it('are null for supported syntax', () => {
    expect(groupError('(a)', 0)).toBeNull();
    expect(escapeError('\\d', 0)).toBeNull();
  });

  it('are null if unsupported syntax is only before the position', () => {
    expect(groupError('(?=a)(b)', 5)).toBeNull();
    expect(escapeError('\\Z\\d', 2)).toBeNull();
  });

  it('identify a possessive quantifier by its last character', () => {
    expect(quantifierError('a{2}+', 1, '{2}+').problem).toContain('possessive');
    expect(quantifierError('a+*', 1, '+*').problem).not.toContain('possessive');
  });

  it('include the whole pattern if the engine quotes something else', () => {
    expect(syntaxError('a\\w(', 'missing closing )', 'a[x](')).toMatchObject({ part: 'a\\w(', at: 0 });
  });

  it('include the engine’s own message if it is unknown', () => {
    expect(syntaxError('a', 'something new', 'a').problem).toBe(
      '“a” at character 1 is not understood (something new).',
    );
  });

  it('exclude the flag passed to the engine', () => {
    expect(syntaxError('[a', 'missing closing ]', '(?i)[a')).toMatchObject({ part: '[a', at: 0 });
  });
});

it('the Spanish messages have the same values as the English ones', () => {
  const values = (texts: Record<string, string>) =>
    Object.entries(texts).map(([id, text]) => [id, text.match(/\{\{\w+\}\}/g)]);
  expect(values(REGEX_ERRORS_ES)).toEqual(values(REGEX_ERRORS_EN));
});
