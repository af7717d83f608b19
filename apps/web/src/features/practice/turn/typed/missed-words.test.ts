import { grade } from '@sayback/grading';
import { expect, it } from 'vitest';
import { readMissedWords, updateMissedWords } from './missed-words.ts';

const write = (text: string, typed: string) => updateMissedWords('5', 'es', grade(text, typed, 'es').tokens);

it('a missed word is stored until it is written correctly', () => {
  write('Que estén maduros', 'que');
  expect([...readMissedWords('5', 'es')]).toEqual(['estén', 'maduros']);
  write('Están maduros', 'estan maduros');
  expect([...readMissedWords('5', 'es')]).toEqual(['estén', 'están']);
  expect(readMissedWords('6', 'es').size).toBe(0);
  expect(readMissedWords('5', 'de').size).toBe(0);
});
