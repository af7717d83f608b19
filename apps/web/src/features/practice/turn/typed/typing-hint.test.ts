import { grade } from '@sayback/grading';
import { expect, it } from 'vitest';
import { findNextHint, formatHint, type TypingHint } from './typing-hint.ts';

const LINE = 'Que estén maduros, los mangos.';
const formatNextHint = (typed: string, previous: TypingHint | null = null) => {
  const hint = findNextHint(grade(LINE, typed, 'es').tokens, typed, previous);
  return hint && formatHint(hint);
};

it('a hint shows one more letter of the first wrong word', () => {
  expect(formatNextHint('')).toBe('Q··');
  expect(formatNextHint('Que')).toBe('e····');
  expect(formatNextHint('Que estén')).toBe('m······');
});

it('a hint shows more letters than typed, and than the previous hint', () => {
  expect(formatNextHint('que est')).toBe('esté·');
  const first = findNextHint(grade(LINE, 'Que', 'es').tokens, 'Que', null);
  expect(formatNextHint('Que', first)).toBe('es···');
});

it('a hint shows the accent of a word typed without it', () => {
  expect(formatNextHint('Que esten')).toBe('esté·');
});

it('repeated hints show the whole word, and then start with the next one', () => {
  let hint: TypingHint | null = null;
  for (let press = 0; press < 9; press++) hint = findNextHint(grade(LINE, '', 'es').tokens, '', hint);
  expect(hint && formatHint(hint)).toBe('Que');
  expect(formatNextHint('Que', hint)).toBe('e····');
});

it('a correct line has no hint', () => {
  expect(formatNextHint('que estén maduros los mangos')).toBeNull();
});

it('a hint in a script without spaces shows a character', () => {
  const hint = findNextHint(grade('犬が好き。', '犬', 'ja').tokens, '犬', null);
  expect(hint && formatHint(hint)).toBe('が');
});
