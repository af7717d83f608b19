import { grade } from '@sayback/grading';
import { expect, it } from 'vitest';
import { hintText, nextHint, type TypingHint } from './typing-hint.ts';

const LINE = 'Que estén maduros, los mangos.';
const hintFor = (typed: string, before: TypingHint | null = null) => {
  const hint = nextHint(grade(LINE, typed, 'es').tokens, typed, before);
  return hint && hintText(hint);
};

it('a hint shows one more letter of the first word that isn’t right', () => {
  expect(hintFor('')).toBe('Q··');
  expect(hintFor('Que')).toBe('e····');
  expect(hintFor('Que estén')).toBe('m······');
});

it('a hint shows more than was typed of the word, and more than the hint before', () => {
  expect(hintFor('que est')).toBe('esté·');
  const first = nextHint(grade(LINE, 'Que', 'es').tokens, 'Que', null);
  expect(hintFor('Que', first)).toBe('es···');
});

it('a word without its accent isn’t right yet', () => {
  expect(hintFor('Que esten')).toBe('esté·');
});

it('a word is finally shown whole, and another one from its start', () => {
  let hint: TypingHint | null = null;
  for (let press = 0; press < 9; press++) hint = nextHint(grade(LINE, '', 'es').tokens, '', hint);
  expect(hint && hintText(hint)).toBe('Que');
  expect(hintFor('Que', hint)).toBe('e····');
});

it('a line that is right has no hint', () => {
  expect(hintFor('que estén maduros los mangos')).toBeNull();
});

it('a hint in a script without spaces shows a character', () => {
  const hint = nextHint(grade('犬が好き。', '犬', 'ja').tokens, '犬', null);
  expect(hint && hintText(hint)).toBe('が');
});
