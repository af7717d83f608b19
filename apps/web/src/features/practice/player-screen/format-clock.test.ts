import { expect, it } from 'vitest';
import { formatClock } from './segment-slider.tsx';

it.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [65, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '0:00'],
])('writes %d seconds as %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});
