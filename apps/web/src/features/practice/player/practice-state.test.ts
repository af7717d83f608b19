import { expect, it } from 'vitest';
import { isBusy } from './practice-state.ts';

it('a turn can be stopped if it would end automatically', () => {
  expect(isBusy({ name: 'turn', since: 0, until: 3000 })).toBe(true);
  expect(isBusy({ name: 'turn', since: 0, until: null })).toBe(false);
});

it('playback can be stopped, also before it has started', () => {
  expect(isBusy({ name: 'playing' })).toBe(true);
  expect(isBusy({ name: 'transition', until: 2000 })).toBe(true);
  expect(isBusy({ name: 'ready' })).toBe(false);
});
