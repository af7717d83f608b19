import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the clock runs timers and frames once, unless cancelled', () => {
  const clock = browserClock();
  const calls: string[] = [];
  const start = clock.now();
  clock.setTimer(() => calls.push(`timer ${clock.now() - start}`), 5);
  clock.requestFrame(() => calls.push('frame'));
  clock.setTimer(() => calls.push('cancelled timer'), 5)();
  clock.requestFrame(() => calls.push('cancelled frame'))();
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['timer 5', 'frame']);
});

it('the clock reports when the page is hidden or shown, until unsubscribed', () => {
  const clock = browserClock();
  let calls = 0;
  const unsubscribe = clock.onVisibilityChange(() => {
    calls += 1;
  });
  expect(clock.isHidden()).toBe(false);
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(clock.isHidden()).toBe(true);
  unsubscribe();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(calls).toBe(1);
  state.mockRestore();
});
