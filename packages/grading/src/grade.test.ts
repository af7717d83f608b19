import { describe, expect, it } from 'vitest';
import { grade } from './grade.ts';

const findLevels = (...args: Parameters<typeof grade>) =>
  grade(...args).tokens.map(({ level, expected, typed }) => [level, expected, typed]);

describe('grade', () => {
  it('returns each token in its original form, with its level', () => {
    expect(findLevels('¿Dónde está la biblioteca, Ana?', 'donde esta biblioteka ana ya', 'es')).toEqual([
      ['accent', 'Dónde', 'donde'],
      ['accent', 'está', 'esta'],
      ['missing', 'la', ''],
      ['typo', 'biblioteca', 'biblioteka'],
      ['right', 'Ana', 'ana'],
      ['extra', '', 'ya'],
    ]);
  });

  it('returns each token’s position in the line; for an extra one, that of the next token', () => {
    const { tokens } = grade('ANA: A mí no, a lot.', 'y mí yo no alot ya', 'es');
    expect(tokens.map(({ start, expected, typed }) => [start, expected, typed])).toEqual([
      [5, 'A', 'y'],
      [7, 'mí', 'mí'],
      [10, '', 'yo'],
      [10, 'no', 'no'],
      [14, 'a lot', 'alot'],
      [20, '', 'ya'],
    ]);
  });

  it.each([
    ['right', 'Where are you?', 'where are you', 'en'],
    ['accent', 'Está aquí', 'esta aquí', 'es'],
    ['typo', 'esta mañana temprano', 'está mañana tempranno', 'es'],
    ['wrong', 'Está aquí', 'está', 'es'],
    ['wrong', 'Está', 'está aquí', 'es'],
  ])('returns the worst level as the verdict: %s', (verdict, expected, typed, lang) => {
    expect(grade(expected, typed, lang).verdict).toBe(verdict);
  });

  it('treats unspoken text as optional', () => {
    expect(findLevels('JOHN: (sighs) Fine.', 'fine', 'en')).toEqual([['right', 'Fine', 'fine']]);
    expect(grade('JOHN: (sighs) Fine.', 'John fine', 'en').verdict).toBe('right');
    expect(grade('[Music]', '', 'en')).toEqual({ verdict: 'right', tokens: [] });
  });

  it('accepts an invalid language code, and texts without letters', () => {
    for (const code of ['no such language', '', 'zh_TW']) {
      expect(grade('Hello, Ana', 'hello Ana', code).verdict).toBe('right');
      expect(grade('50% on May 3 at 3:30', '60% on May 3 at 3:30', code).verdict).toBe('wrong');
    }
    expect(grade('…', '', '').verdict).toBe('right');
    expect(grade('', 'x', 'en').verdict).toBe('wrong');
  });
});
