import { grade } from '@sayback/grading';
import { expect, it } from 'vitest';
import { missedWords, noteMissed } from './missed-words.ts';

const write = (text: string, typed: string) => noteMissed('5', 'es', grade(text, typed, 'es').tokens);

it('a missed word is stored until it is right', () => {
  write('Que estén maduros', 'que');
  expect([...missedWords('5', 'es')]).toEqual(['estén', 'maduros']);
  write('Están maduros', 'estan maduros');
  expect([...missedWords('5', 'es')]).toEqual(['estén', 'están']);
  expect(missedWords('6', 'es').size).toBe(0);
  expect(missedWords('5', 'de').size).toBe(0);
});
