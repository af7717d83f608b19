import { expect, it } from 'vitest';
import { MINUTE } from './limits.ts';
import { getCallLimits } from './limits-of.ts';
import { endpoints } from './testing/endpoints.ts';

it.each(endpoints)('limits %s per minute, so that rejected calls are counted too', (_, declared) => {
  expect(getCallLimits(declared).some(({ seconds }) => seconds <= MINUTE)).toBe(true);
});
