import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['vector', 'вектора', 'vektorů', 'Vektoren'],
    ['Maria', 'Мария', 'María', 'Μαρία'],
    ['Michael', 'Michaels', 'michael’s'],
    ['Αθήνα', 'athina'],
    ['Łódź', 'lodz'],
    ['İstanbul’da', 'Istanbul'],
    ['philosophy', 'filosofía', 'философия'],
  ])('match in another language: %s', (word, ...others) => {
    for (const other of others) expect(splitWords(other)).toEqual(splitWords(word));
  });

  it.each([
    ['1,000', '1.000'],
    ['1984', '１９８４'],
    ['2024', '٢٠٢٤'],
    ['37', '३७'],
  ])('are digits without separators, in any script: %s', (number, other) => {
    expect(splitWords(other)).toEqual(splitWords(number));
    expect(splitWords(number)[0]).toMatch(/^#\d+$/);
  });

  it('are pairs of adjacent characters in scripts without spaces', () => {
    expect(splitWords('線型代数')).toEqual(['線型', '型代', '代数']);
    expect(splitWords('GUI を')).toEqual(['gui', 'を']);
  });

  it('are the stems of inflected words', () => {
    expect(splitWords('programmieren')).toEqual(splitWords('programmiert'));
    expect(splitWords('الكتاب')).toEqual(splitWords('كتاب'));
  });

  it('are empty for a text without letters and digits', () => {
    expect(splitWords('♪ … – ♪')).toEqual([]);
  });

  it('are the same beside an emoji, which the fast path doesn’t read', () => {
    const text = fc.string({ unit: fc.constantFrom(..."aé’'1٣.,٫ 線ตЖ-ाß３") });
    fc.assert(
      fc.property(text, (words) => {
        expect(splitWords(`${words} 😀`)).toEqual(splitWords(words));
      }),
    );
  });
});
