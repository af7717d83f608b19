import { describe, expect, it } from 'vitest';
import { createPlainFinder, type FindOptions } from './find-text.ts';

const options = (more: Partial<FindOptions>): FindOptions => ({
  find: '',
  replacement: '',
  side: 'both',
  isRegex: false,
  isCaseSensitive: false,
  ...more,
});

describe('finding a plain text', () => {
  it('returns its positions, and the text with all of them replaced', () => {
    expect(createPlainFinder(options({ find: 'an', replacement: '$&1' }))(['Banana', 'none'])).toEqual([
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
    'treats %s literally',
    (find) => {
      const [replaced, unmatched] = createPlainFinder(options({ find, replacement: '#' }))([
        `1 ${find} 2`,
        'abc x 15 d',
      ]);
      expect(replaced?.after).toBe('1 # 2');
      expect(unmatched).toBeNull();
    },
  );

  it('is case-insensitive by default', () => {
    expect(createPlainFinder(options({ find: 'ÉL' }))(['él'])[0]).not.toBeNull();
    expect(createPlainFinder(options({ find: 'ÉL', isCaseSensitive: true }))(['él'])[0]).toBeNull();
  });
});
