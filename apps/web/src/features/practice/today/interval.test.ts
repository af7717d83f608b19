import { expect, it } from 'vitest';
import { currentTranslation } from '../../../locales/translation.ts';
import { intervalInWords } from './interval.ts';

it.each([
  [0, 'today'],
  [1, 'in 1 day'],
  [59, 'in 59 days'],
  [61, 'in 2 months'],
  [800, 'in 2 years'],
])('an interval of %i days reads “%s”', (days, words) => {
  expect(intervalInWords(days, currentTranslation().t)).toBe(words);
});
