import { expect, it } from 'vitest';
import { findSpecialLetters } from './find-special-letters.ts';

it('a language has its special letters in any region', () => {
  expect(findSpecialLetters('es-419', [])).toEqual([...'áéíóúñü¿¡']);
  expect(findSpecialLetters('de', [])).toEqual([...'äöüß']);
});

it('an unlisted language has the special letters of its lines, most frequent first', () => {
  expect(findSpecialLetters('cy', ['Dŵr a thŷ', 'y dŵr', 'Ŵyn'])).toEqual(['ŵ', 'ŷ']);
});

it('a non-Latin script has no special letters', () => {
  expect(findSpecialLetters('ja', ['犬が好き。'])).toEqual([]);
  expect(findSpecialLetters('ar', ['أين هي الآن؟'])).toEqual([]);
});
