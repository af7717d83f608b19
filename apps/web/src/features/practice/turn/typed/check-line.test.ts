import { grade } from '@sayback/grading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchesOf, sumUp, withHints } from './check-line.ts';

const stretches = (text: string, typed: string, lang: string) =>
  stretchesOf(text, grade(text, typed, lang).tokens).map(
    ({ level, expected, typed }) => `${level}: ${[typed, expected].filter(Boolean).join(' → ')}`,
  );

describe('the text of a checked line', () => {
  it('keeps the line’s punctuation, and shows the typed text beside each word that differs', () => {
    expect(stretches('¿Que estén maduros?', 'que estan maduros ya', 'es')).toEqual([
      'right: ¿Que ',
      'typo: estan → estén',
      'right:  maduros',
      'extra: ya',
      'right: ?',
    ]);
  });

  it('groups characters of one level', () => {
    expect(stretches('犬が大好きです。', '犬が', 'ja')).toEqual([
      'right: 犬が',
      'missing: 大好きです',
      'right: 。',
    ]);
  });

  it('has every letter of the line once, whatever was typed', () => {
    const word = fc.constantFrom(
      'uno',
      'estén',
      'dos',
      '3',
      'a lot',
      'alot',
      '犬',
      '(ríe)',
      'MARTA:',
      '¡',
      ',',
    );
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (line, typed) => {
        const text = line.join(' ');
        const shown = stretchesOf(text, grade(text, typed.join(' '), 'es').tokens);
        expect(shown.map(({ expected }) => expected).join('')).toBe(text);
      }),
    );
  });
});

describe('the summary of a checked line', () => {
  it('has its worst part’s verdict, and counts the words of all parts', () => {
    const sum = sumUp([grade('estén', 'esten', 'es'), grade('los mangos', 'los mangos', 'es')]);
    expect(sum).toMatchObject({ verdict: 'accent', right: 2, count: 3 });
  });

  it('counts missing words, but neither extra words nor a speaker’s name', () => {
    expect(sumUp([grade('MARTA: Ven aquí.', 'ven', 'es')])).toMatchObject({ right: 1, count: 2 });
    expect(sumUp([grade('Ven.', 'ven ya', 'es')])).toMatchObject({ verdict: 'wrong', right: 1, count: 1 });
  });
});

it('a line written with hints is graded hard at best', () => {
  expect(withHints('good', 0)).toBe('good');
  expect(withHints('good', 1)).toBe('hard');
  expect(withHints('again', 3)).toBe('again');
});
