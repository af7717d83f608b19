import { expect, it } from 'vitest';
import { isBusy } from './practice-state.ts';

it('a turn can be stopped when it would go on by itself', () => {
  expect(isBusy({ name: 'turn', since: 0, until: 3000 })).toBe(true);
  expect(isBusy({ name: 'turn', since: 0, until: null })).toBe(false);
});

it('what plays can be stopped, and what is about to', () => {
  expect(isBusy({ name: 'playing' })).toBe(true);
  expect(isBusy({ name: 'transition', until: 2000 })).toBe(true);
  expect(isBusy({ name: 'ready' })).toBe(false);
});
