import { describe, expect, it } from 'vitest';
import { type Finder, type FindOptions, plainFinder, regexFinder } from './find-text.ts';

const options = (more: Partial<FindOptions>): FindOptions => ({
  find: '',
  replacement: '',
  side: 'both',
  isRegex: false,
  isCaseSensitive: false,
  ...more,
});

describe('finding a plain text', () => {
  it('returns where it stands, and the text with all of it replaced', () => {
    expect(plainFinder(options({ find: 'an', replacement: '$&1' }))(['Banana', 'none'])).toEqual([
      {
        matches: [
          { start: 1, end: 3 },
          { start: 3, end: 5 },
        ],
        after: 'B$&1$&1a',
      },
      null,
    ]);
  });

  it.each(['a.c', '(x)', '[1]', '\\d', '$5', 'a|b', '^', '{2}', '¿?', 'a-b', '/'])(
    'takes %s as it is',
    (find) => {
      const [replaced, other] = plainFinder(options({ find, replacement: '#' }))([
        `1 ${find} 2`,
        'abc x 15 d',
      ]);
      expect(replaced?.after).toBe('1 # 2');
      expect(other).toBeNull();
    },
  );

  it('tells upper from lower case only if asked to', () => {
    expect(plainFinder(options({ find: 'ÉL' }))(['él'])[0]).not.toBeNull();
    expect(plainFinder(options({ find: 'ÉL', isCaseSensitive: true }))(['él'])[0]).toBeNull();
  });
});

describe('finding by a regular expression', () => {
  it('puts groups into the replacement', async () => {
    const find = (await regexFinder(options({ find: '(\\w+), (\\w+)', replacement: '$2 $1' }))) as Finder;
    expect(find(['one, two', 'three'])).toEqual([
      { matches: [{ start: 0, end: 8 }], after: 'two one' },
      null,
    ]);
  });

  it('returns the reason why a pattern cannot be taken', async () => {
    expect(await regexFinder(options({ find: '(' }))).toMatchObject({ problem: expect.any(String) });
  });
});
