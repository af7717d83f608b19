import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserClock } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the clock runs timers and frames once, unless cancelled', () => {
  const clock = browserClock();
  const ran: string[] = [];
  const start = clock.now();
  clock.setTimer(() => ran.push(`timer ${clock.now() - start}`), 5);
  clock.requestFrame(() => ran.push('frame'));
  clock.setTimer(() => ran.push('cancelled timer'), 5)();
  clock.requestFrame(() => ran.push('cancelled frame'))();
  vi.advanceTimersByTime(1000);
  expect(ran).toEqual(['timer 5', 'frame']);
});

it('the clock reports when the page is hidden or shown, until unsubscribed', () => {
  const clock = browserClock();
  let calls = 0;
  const leave = clock.onVisibilityChange(() => {
    calls += 1;
  });
  expect(clock.isHidden()).toBe(false);
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(clock.isHidden()).toBe(true);
  leave();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(calls).toBe(1);
  state.mockRestore();
});
