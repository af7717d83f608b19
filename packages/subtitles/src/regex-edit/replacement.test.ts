import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReplacement } from './replacement.ts';

const NONE: ReadonlySet<string> = new Set();

/** Returns the parts without the empty texts between them: texts unchanged, groups as [number or name]. */
const listParts = (replacement: string, groups = 0, names: ReadonlySet<string> = NONE) => {
  const parts = parseReplacement(replacement, groups, names);
  if (!Array.isArray(parts)) return parts;
  return parts.flatMap((part): (string | (string | number)[])[] => {
    if ('text' in part) return part.text === '' ? [] : [part.text];
    return [['group' in part ? part.group : part.name]];
  });
};

describe('a replacement', () => {
  it.each<[string, string, number, unknown[]]>([
    ['nothing', '', 0, []],
    ['text', 'abc', 0, ['abc']],
    ['the whole match', '$&', 0, [[0]]],
    ['the match in text', 'a$&b', 0, ['a', [0], 'b']],
    ['the match twice', '$&$&', 0, [[0], [0]]],
    ['a dollar sign', '$$', 0, ['$']],
    ['two dollar signs', '$$$$', 0, ['$', '$']],
    ['a dollar sign before a group’s number', '$$1', 1, ['$', '1']],
    ['a dollar sign and then a group', '$$$1', 1, ['$', [1]]],
    ['a dollar sign alone', 'a $ b', 0, ['a $ b']],
    ['a dollar sign at the end', 'a$', 0, ['a$']],
    ['a price', '$5', 0, ['$5']],
    ['a group', '$1', 1, [[1]]],
    ['the ninth group', '$9', 9, [[9]]],
    ['two groups', '$2-$1', 2, [[2], '-', [1]]],
    ['a missing group', '$2', 1, ['$2']],
    ['group zero, which doesn’t exist', '$0', 3, ['$0']],
    ['a group of two digits', '$12', 12, [[12]]],
    ['two digits for one group and a digit', '$12', 1, [[1], '2']],
    ['two digits that are no group', '$23', 1, ['$23']],
    ['a leading zero', '$01', 1, [[1]]],
    ['a leading zero for a missing group', '$02', 1, ['$02']],
    ['two zeros', '$00', 1, ['$00']],
    ['three digits', '$123', 12, [[12], '3']],
    ['the ninety-ninth group', '$99', 99, [[99]]],
    ['a name if the pattern has none', '$<x>', 0, ['$<x>']],
    ['a name that isn’t closed', '$<x', 0, ['$<x']],
    ['Python’s notation, which is text', '\\1', 1, ['\\1']],
    ['braces, which are text', '\x24{1}', 1, ['\x24{1}']],
    ['a dollar sign and a backtick, which are text', '$`', 0, ['$`']],
    ['a dollar sign and an apostrophe, which are text', "$'", 0, ["$'"]],
    ['a line break', 'a\nb', 0, ['a\nb']],
    ['an emoji', '😀$&', 0, ['😀', [0]]],
  ])('is parsed with %s', (_, replacement, groups, parts) => {
    expect(listParts(replacement, groups)).toEqual(parts);
  });

  it.each<[string, string, unknown[]]>([
    ['a name', '$<year>', [['year']]],
    ['two names', '$<day>.$<year>', [['day'], '.', ['year']]],
    ['a name and a number', '$<year>$1', [['year'], [1]]],
  ])('refers to groups by %s', (_, replacement, parts) => {
    expect(listParts(replacement, 2, new Set(['year', 'day']))).toEqual(parts);
  });

  it.each([
    ['$<yaer>', 0, 'yaer'],
    ['a $<Year>', 2, 'Year'],
    ['$<>', 0, ''],
    ['$<year> $<x>', 8, 'x'],
  ])('is rejected for an unknown name: %s', (replacement, index, name) => {
    const problem = `The replacement puts in a group “${name}”, but the pattern's groups are “year”, “day”.`;
    const error = listParts(replacement, 2, new Set(['year', 'day']));
    expect(error).toMatchObject({ problem, part: `$<${name}>`, at: index, field: 'replacement' });
  });
});

describe('any replacement without a name', () => {
  it('is the same as JavaScript’s', () => {
    const piece = fc.constantFrom('$', '$', '1', '2', '3', '0', '&', 'a', ' ', '字', '\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const replacement = pieces.join('');
        const parts = parseReplacement(replacement, 2, NONE);
        const groups = ['ab', 'a', 'b'];
        const filled = Array.isArray(parts)
          ? parts.map((part) => ('text' in part ? part.text : 'group' in part ? groups[part.group] : ''))
          : [];
        expect(filled.join('')).toBe('ab'.replace(/(a)(b)/, replacement));
      }),
      { numRuns: 1000 },
    );
  });
});
