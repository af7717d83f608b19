import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildVocabulary, chooseGaps } from './choose-gaps.ts';

const SPANISH = [
  '¿Que estén maduros?',
  'Los tomates están maduros, y los mangos también.',
  'Un kilo de tomates y dos de mangos.',
  'Marta quiere un kilo de los rojos.',
];

function findGaps(original: string, options: { target?: string; missed?: string[]; language?: string } = {}) {
  const { target = '', missed = [], language = 'es' } = options;
  const vocabulary = buildVocabulary([...SPANISH, original], language);
  return chooseGaps({ original, target }, { language, vocabulary, missed: new Set(missed) })
    .filter(({ isField }) => isField)
    .map(({ text }) => text);
}

describe('the gaps of a line', () => {
  it('are its rarest words: one in a short line, three in a long one', () => {
    expect(findGaps('Dos mangos verdes.')).toEqual(['verdes']);
    expect(findGaps('Un kilo de tomates y una lechuga para los niños de la casa')).toHaveLength(3);
  });

  it('are frequent words if the learner missed them before', () => {
    expect(findGaps('Los mangos verdes.', { missed: ['mangos'] })).toEqual(['mangos']);
  });

  it('exclude names, numbers, sounds and speakers', () => {
    expect(findGaps('MARTA: Dos (ríe) 12 mangos')).toEqual(['Dos', 'mangos']);
    expect(findGaps('El señor Fernández come', { target: 'Mr Fernández eats' })).not.toContain('Fernández');
    expect(findGaps('Aquí come Fernández')).toEqual(['come']);
  });

  it('include nouns of a language that capitalises them, except those in the translation', () => {
    const options = { language: 'de', target: 'Anna needs the cherry.' };
    expect(findGaps('Anna braucht die Kirschtorte.', options)).toEqual(['Kirschtorte']);
    expect(findGaps('Die Anna.', options)).toEqual(['Die']);
  });

  it('are the whole line if no word can be a gap', () => {
    expect(findGaps('¡Fernández!')).toEqual(['¡Fernández!']);
  });

  it('are words in a script without spaces', () => {
    expect(findGaps('次の電車は三時です', { language: 'ja' }).join('')).not.toBe('次の電車は三時です');
  });

  it('divide the line without changing it, and are never adjacent', () => {
    const anyWord = fc.constantFrom('Marta', 'mangos', 'y', '12', 'estén', '—', '(ríe)', 'rojos,', '¿qué?');
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 14 }), (words) => {
        const original = words.join(' ');
        const pieces = chooseGaps(
          { original, target: '' },
          { language: 'es', vocabulary: buildVocabulary([original], 'es'), missed: new Set(['mangos']) },
        );
        expect(pieces.map(({ text }) => text).join('')).toBe(original);
        const gaps = pieces.filter(({ isField }) => isField);
        expect(gaps.length).toBeGreaterThanOrEqual(1);
        expect(gaps.length).toBeLessThanOrEqual(3);
        for (const [index, piece] of pieces.entries())
          if (piece.isField && pieces[index + 2]?.isField)
            expect(pieces[index + 1]?.text).toMatch(/[\p{L}\p{N}]/u);
      }),
    );
  });
});
