import { expect, it } from 'vitest';
import * as contract from './index.ts';
import { MINUTE } from './limits.ts';
import { callLimitsOf } from './limits-of.ts';

it('limits every call per minute, so that refused calls are counted too', () => {
  const endpoints = Object.values(contract)
    .flatMap((feature): unknown[] => (typeof feature === 'object' ? Object.values(feature) : []))
    .filter(
      (each): each is contract.Endpoint => typeof each === 'object' && each !== null && 'access' in each,
    );
  expect(endpoints.length).toBeGreaterThan(100);
  const unlimited = endpoints.filter((each) => !callLimitsOf(each).some(({ seconds }) => seconds <= MINUTE));
  expect(unlimited.map(({ id }) => id)).toEqual([]);
});
