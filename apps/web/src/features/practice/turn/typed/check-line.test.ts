import { grade } from '@sayback/grading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capGrade, divideIntoRuns, summarizeGrades } from './check-line.ts';

const formatRuns = (text: string, typed: string, lang: string) =>
  divideIntoRuns(text, grade(text, typed, lang).tokens).map(
    ({ level, expected, typed }) => `${level}: ${[typed, expected].filter(Boolean).join(' → ')}`,
  );

describe('the text of a checked line', () => {
  it('includes the line’s punctuation, and the typed text of each word that differs', () => {
    expect(formatRuns('¿Que estén maduros?', 'que estan maduros ya', 'es')).toEqual([
      'right: ¿Que ',
      'typo: estan → estén',
      'right:  maduros',
      'extra: ya',
      'right: ?',
    ]);
  });

  it('joins characters of the same level', () => {
    expect(formatRuns('犬が大好きです。', '犬が', 'ja')).toEqual([
      'right: 犬が',
      'missing: 大好きです',
      'right: 。',
    ]);
  });

  it('marks the wrong word, not the same letters in unspoken text before it', () => {
    expect(formatRuns('ANA: A mí no', 'y mí no', 'es')).toEqual([
      'right: ANA: ',
      'wrong: y → A',
      'right:  mí no',
    ]);
    expect(formatRuns('(man) a man', 'the man', 'en')).toEqual([
      'right: (man) ',
      'wrong: the → a',
      'right:  man',
    ]);
  });

  it('has each letter of the line once, for any typed text', () => {
    const anyWord = fc.constantFrom(
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
      fc.property(fc.array(anyWord), fc.array(anyWord), (line, typed) => {
        const text = line.join(' ');
        const runs = divideIntoRuns(text, grade(text, typed.join(' '), 'es').tokens);
        expect(runs.map(({ expected }) => expected).join('')).toBe(text);
      }),
    );
  });
});

describe('the summary of a checked line', () => {
  it('has the verdict of its worst field, and counts the words of all fields', () => {
    const summary = summarizeGrades([grade('estén', 'esten', 'es'), grade('los mangos', 'los mangos', 'es')]);
    expect(summary).toMatchObject({ verdict: 'accent', right: 2, count: 3 });
  });

  it('counts missing words, but neither extra words nor a speaker’s name', () => {
    expect(summarizeGrades([grade('MARTA: Ven aquí.', 'ven', 'es')])).toMatchObject({ right: 1, count: 2 });
    expect(summarizeGrades([grade('Ven.', 'ven ya', 'es')])).toMatchObject({
      verdict: 'wrong',
      right: 1,
      count: 1,
    });
  });
});

it('a line written with hints is graded hard at best', () => {
  expect(capGrade('good', 0)).toBe('good');
  expect(capGrade('good', 1)).toBe('hard');
  expect(capGrade('again', 3)).toBe('again');
});
