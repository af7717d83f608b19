import { expect, it } from 'vitest';
import { specialLetters } from './letters-of-language.ts';

it('a language has its special letters in any region', () => {
  expect(specialLetters('es-419', [])).toEqual([...'áéíóúñü¿¡']);
  expect(specialLetters('de', [])).toEqual([...'äöüß']);
});

it('an unlisted language has the special letters of its lines, most frequent first', () => {
  expect(specialLetters('cy', ['Dŵr a thŷ', 'y dŵr', 'Ŵyn'])).toEqual(['ŵ', 'ŷ']);
});

it('a non-Latin script has none', () => {
  expect(specialLetters('ja', ['犬が好き。'])).toEqual([]);
  expect(specialLetters('ar', ['أين هي الآن؟'])).toEqual([]);
});
