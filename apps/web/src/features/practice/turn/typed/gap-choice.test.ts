import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vocabularyOf, withGaps } from './gap-choice.ts';

const SPANISH = [
  '¿Que estén maduros?',
  'Los tomates están maduros, y los mangos también.',
  'Un kilo de tomates y dos de mangos.',
  'Marta quiere un kilo de los rojos.',
];

function gapsIn(original: string, options: { target?: string; missed?: string[]; language?: string } = {}) {
  const { target = '', missed = [], language = 'es' } = options;
  const vocabulary = vocabularyOf([...SPANISH, original], language);
  return withGaps({ original, target }, { language, vocabulary, missed: new Set(missed) })
    .filter(({ isAsked }) => isAsked)
    .map(({ text }) => text);
}

describe('the gaps of a line', () => {
  it('are its rarest words, one in a short line and three in a long one', () => {
    expect(gapsIn('Dos mangos verdes.')).toEqual(['verdes']);
    expect(gapsIn('Un kilo de tomates y una lechuga para los niños de la casa')).toHaveLength(3);
  });

  it('are words that the learner missed before, however frequent', () => {
    expect(gapsIn('Los mangos verdes.', { missed: ['mangos'] })).toEqual(['mangos']);
  });

  it('are never names, numbers, sounds, or speakers', () => {
    expect(gapsIn('MARTA: Dos (ríe) 12 mangos')).toEqual(['Dos', 'mangos']);
    expect(gapsIn('El señor Fernández come', { target: 'Mr Fernández eats' })).not.toContain('Fernández');
    expect(gapsIn('Aquí come Fernández')).toEqual(['come']);
  });

  it('may be nouns in a language that capitalises them, except nouns that the translation shares', () => {
    const options = { language: 'de', target: 'Anna needs the cherry.' };
    expect(gapsIn('Anna braucht die Kirschtorte.', options)).toEqual(['Kirschtorte']);
    expect(gapsIn('Die Anna.', options)).toEqual(['Die']);
  });

  it('are the whole line if no word can be left out', () => {
    expect(gapsIn('¡Fernández!')).toEqual(['¡Fernández!']);
  });

  it('are words in a script without spaces too', () => {
    expect(gapsIn('次の電車は三時です', { language: 'ja' }).join('')).not.toBe('次の電車は三時です');
  });

  it('leave the line unchanged, and are never adjacent', () => {
    const word = fc.constantFrom('Marta', 'mangos', 'y', '12', 'estén', '—', '(ríe)', 'rojos,', '¿qué?');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
        const original = words.join(' ');
        const pieces = withGaps(
          { original, target: '' },
          { language: 'es', vocabulary: vocabularyOf([original], 'es'), missed: new Set(['mangos']) },
        );
        expect(pieces.map(({ text }) => text).join('')).toBe(original);
        const gaps = pieces.filter(({ isAsked }) => isAsked);
        expect(gaps.length).toBeGreaterThanOrEqual(1);
        expect(gaps.length).toBeLessThanOrEqual(3);
        for (const [at, piece] of pieces.entries())
          if (piece.isAsked && pieces[at + 2]?.isAsked) expect(pieces[at + 1]?.text).toMatch(/[\p{L}\p{N}]/u);
      }),
    );
  });
});
