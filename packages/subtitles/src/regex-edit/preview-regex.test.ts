import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegexEdit } from './preview-regex.ts';
import { previewRegex } from './preview-regex.ts';

const applyEdit = (text: string, edit: RegexEdit) => {
  const preview = previewRegex([text], edit);
  return 'problem' in preview ? preview : (preview.changes[0]?.after ?? text);
};
const replace = (text: string, pattern: string, replacement: string) =>
  applyEdit(text, { pattern, replacement });
const findError = (pattern: string, replacement = '') => {
  const preview = previewRegex(['abc'], { pattern, replacement });
  return 'problem' in preview ? preview : null;
};

describe('a regex preview', () => {
  it('lists changed texts, with the spans of matches and replacements', () => {
    expect(previewRegex(['a cat', 'a dog', 'cats, cat'], { pattern: 'cat', replacement: 'bird' })).toEqual({
      changes: [
        {
          position: 0,
          before: 'a cat',
          after: 'a bird',
          matches: [{ before: { start: 2, end: 5 }, after: { start: 2, end: 6 } }],
        },
        {
          position: 2,
          before: 'cats, cat',
          after: 'birds, bird',
          matches: [
            { before: { start: 0, end: 3 }, after: { start: 0, end: 4 } },
            { before: { start: 6, end: 9 }, after: { start: 7, end: 11 } },
          ],
        },
      ],
      matched: [0, 2],
    });
  });

  it('distinguishes matching texts from changed ones', () => {
    expect(previewRegex(['cat', 'dog'], { pattern: 'cat', replacement: '$&' })).toEqual({
      changes: [],
      matched: [0],
    });
  });

  it('gives spans in UTF-16 units', () => {
    const preview = previewRegex(['😀 b'], { pattern: 'b', replacement: '😀😀' });
    expect(preview).toMatchObject({
      changes: [
        { after: '😀 😀😀', matches: [{ before: { start: 3, end: 4 }, after: { start: 3, end: 7 } }] },
      ],
    });
  });

  it('inserts text at every empty match without splitting characters', () => {
    expect(replace('a😀b', 'x*', '-')).toBe('-a-😀-b-');
    expect(replace('ab', '$', '!')).toBe('ab!');
    expect(replace('', '^', '- ')).toBe('- ');
    expect(replace('axb', 'x*', '-')).toBe('axb'.replace(/x*/g, '-'));
  });
});

describe('a replacement', () => {
  it('keeps $<name> if the pattern has no names, and rejects an unknown name', () => {
    expect(replace('a', 'a', '$<x>')).toBe('$<x>');
    expect(findError('(?<year>a)', 'in $<yaer>')).toMatchObject({
      problem: "The replacement puts in a group “yaer”, but the pattern's groups are “year”.",
      part: '$<yaer>',
      at: 3,
      field: 'replacement',
    });
  });
});

describe('a transformation', () => {
  it.each([
    ['uppercase', 'straße ﬁn i é', 'STRASSE FIN I É'],
    ['lowercase', 'ÉTÉ İ ΟΔΟΣ', 'été i̇ οδος'],
  ] as const)(
    'to %s changes letters of all scripts, independent of the language',
    (transform, text, expected) => {
      expect(applyEdit(text, { pattern: '.+', transform })).toBe(expected);
    },
  );

  it('changes only the match, in place of a replacement', () => {
    const edit = { pattern: '^\\w', transform: 'uppercase', replacement: 'x' } as const;
    expect(applyEdit('été', edit)).toBe('Été');
  });
});

describe('a pattern', () => {
  it('combines classes of letters, digits and spaces of all scripts', () => {
    expect(replace('é-३ _', '[^\\W\\d_]', 'x')).toBe('x-३ _');
    expect(replace('a\nb', '[\\s\\S]+', 'x')).toBe('x');
    expect(replace('é-b c', '[\\w-]+', 'x')).toBe('x x');
  });

  it.each([
    ['[\\p{Hiragana}\\p{Katakana}ー]+', 'aカー字', 'ax字'],
    ['[\\u0061-c]', 'abcd', 'xxxd'],
    ['[]a]', ']a', 'xx'],
    ['[^]a]', ']ab', ']ax'],
    ['[[:alpha:]\\]]', 'a]1', 'xx1'],
    ['[+*?(]', '+(a', 'xxa'],
    ['a{1,2}?', 'aa', 'xx'],
    ['a+?', 'aa', 'xx'],
    ['{a}', '{a}', 'x'],
    ['\\Q(?=a)\\E', '(?=a)', 'x'],
    ['(?m)^- ', '- a\n- b', 'xa\nxb'],
    ['[\\b]', '\b', 'x'],
    ['\\\\', '\\', 'x'],
  ])('accepts %s', (pattern, text, expected) => {
    expect(replace(text, pattern, 'x')).toBe(expected);
  });

  it('ignores case on request, in all scripts', () => {
    expect(applyEdit('ÉTÉ Σς', { pattern: 'été|σ', replacement: 'x', ignoreCase: true })).toBe('x xx');
    expect(applyEdit('ÉTÉ', { pattern: 'été', replacement: 'x' })).toBe('ÉTÉ');
  });
});

describe('an invalid pattern', () => {
  it.each([
    ['a(?=b)', '(?=', 1, 'lookahead'],
    ['a{2,3}+', '{2,3}+', 1, 'possessive'],
    ['a**', '**', 1, 'quantifier behind another'],
    ['(?1)', '(?1)', 0, 'recursion'],
    ['a\\', 'a\\', 0, 'backslash'],
    ['(?x)a', '(?x', 0, 'flag'],
    ['\\y', '\\y', 0, 'escape'],
  ])('%s is rejected with a message about %s', (pattern, part, index, words) => {
    const error = findError(pattern);
    expect(error).toMatchObject({ part, at: index, field: 'pattern' });
    expect(error?.problem).toContain(words);
    expect(error?.problem).toMatch(/^“.*” at character \d+ is .*\.$/s);
  });

  it('is reported with its position in characters', () => {
    expect(findError('😀(?=a)')).toMatchObject({ at: 2, problem: expect.stringContaining('at character 2') });
  });
});

describe('any pattern', () => {
  const pieces = fc.constantFrom(
    ...'a 字 😀 . * + ? {2} {1, ( ) (?: (?= (?<n> [ ] [^ - |'.split(' '),
    ...'\\|\\w|\\W|\\d|\\S|\\p{L}|\\p{|\\1|\\Q|\\E|\\b|\\u0061|^|$|[:alpha:]'.split('|'),
  );
  const patterns = fc.oneof(
    fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('is accepted or rejected without throwing, with consistent spans', () => {
    fc.assert(
      fc.property(
        patterns,
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
        fc.boolean(),
        (pattern, texts, ignoreCase) => {
          const preview = previewRegex(texts, { pattern, replacement: '<$&>', ignoreCase });
          if ('problem' in preview) {
            expect(pattern.slice(preview.at, preview.at + preview.part.length)).toBe(preview.part);
            return;
          }
          for (const { position, before, after: changed, matches } of preview.changes) {
            expect(before).toBe(texts[position]);
            for (const { before: from, after: to } of matches) {
              expect(changed.slice(to.start, to.end)).toBe(`<${before.slice(from.start, from.end)}>`);
            }
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds the same plain text in a group', () => {
    const letters = fc.constantFrom(...'a|A|ab|ſ|ß|İ|1|,| |-|<|老|😀|\uD83D|\n|#'.split('|'));
    const texts = fc.array(
      fc.array(letters, { maxLength: 12 }).map((parts) => parts.join('')),
      { maxLength: 3 },
    );
    const plain = fc.array(letters, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, plain, fc.boolean(), (list, pattern, ignoreCase) => {
        const edit = { ignoreCase, replacement: '[$0]' };
        expect(previewRegex(list, { ...edit, pattern })).toEqual(
          previewRegex(list, { ...edit, pattern: `(?:${pattern})` }),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('terminates where a backtracking engine wouldn’t', () => {
    const text = 'a'.repeat(20_000);
    for (const pattern of ['(a+)+$', '(a|a)*b', '(a*)*b', '(.*)(.*)(.*)=', '([a-z]+)*!']) {
      previewRegex([`${text}!`], { pattern, replacement: '' });
    }
  });
});
