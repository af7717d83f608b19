import { describe, expect, it } from 'vitest';
import { findTerms } from './translate-segment.ts';

const listFound = (text: string, ...terms: string[]) =>
  findTerms(
    text,
    terms.map((term) => ({ term })),
  ).map(({ term }) => term);

describe('terms of the glossary', () => {
  it.each([
    ['The Shire is far.', 'shire'],
    ['the shire', 'The  Shire'],
    ['“Shire!” he said.', 'Shire'],
    ['It costs 5 €.', '5 €'],
    ['the\nwhite   city', 'white city'],
    ['l’été', 'été'],
    ['ﬁre', 'fire'],
    ['我在北京大学。', '北京'],
  ])('are found in %j: %j', (text, term) => {
    expect(listFound(text, term)).toEqual([term]);
  });

  it.each([
    ['Yorkshire is far.', 'shire'],
    ['shires', 'shire'],
    ['árbol', 'rbol'],
    ['Shire', '   '],
    ['', 'shire'],
  ])('aren’t found in %j: %j', (text, term) => {
    expect(listFound(text, term)).toEqual([]);
  });

  it('are found after a longer word that contains the term', () => {
    expect(listFound('Yorkshire is in the shire.', 'shire')).toEqual(['shire']);
  });
});
