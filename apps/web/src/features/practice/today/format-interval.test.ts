import { expect, it } from 'vitest';
import { currentTranslation } from '../../../locales/translation.ts';
import { formatInterval } from './format-interval.ts';

it.each([
  [0, 'today'],
  [1, 'in 1 day'],
  [59, 'in 59 days'],
  [61, 'in 2 months'],
  [800, 'in 2 years'],
])('an interval of %i days is formatted as “%s”', (days, words) => {
  expect(formatInterval(days, currentTranslation().t)).toBe(words);
});
