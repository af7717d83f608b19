import { expect, it } from 'vitest';
import { specialLetters } from './letters-of-language.ts';

it('a language has its special letters, whatever its region', () => {
  expect(specialLetters('es-419', [])).toEqual([...'áéíóúñü¿¡']);
  expect(specialLetters('de', [])).toEqual([...'äöüß']);
});

it('a language that is not listed has those of its lines, the most frequent first', () => {
  expect(specialLetters('cy', ['Dŵr a thŷ', 'y dŵr', 'Ŵyn'])).toEqual(['ŵ', 'ŷ']);
});

it('a script without Latin letters has none', () => {
  expect(specialLetters('ja', ['犬が好き。'])).toEqual([]);
  expect(specialLetters('ar', ['أين هي الآن؟'])).toEqual([]);
});
