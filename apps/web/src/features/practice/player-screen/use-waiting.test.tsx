import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayerSnapshot } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { useWaiting } from './use-waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const snapshot = (name: 'loading' | 'starting' | 'ready', isPlayRequested = false): PlayerSnapshot => {
  const phase: Phase = name === 'starting' ? { name, deadline: 0 } : { name };
  return { phase, index: 0, count: 1, round: 1, rate: 1, duration: 0, isPlayRequested };
};
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('the waiting indicator shows soon, turns slow after 8 s and gives up after 20 s, until the medium is ready', () => {
  const { result, rerender } = renderHook(useWaiting, { initialProps: snapshot('loading') });
  expect(result.current).toBe('no');
  wait(400);
  expect(result.current).toBe('shown');
  wait(7600);
  expect(result.current).toBe('long');
  wait(12_000);
  expect(result.current).toBe('given up');
  rerender(snapshot('ready'));
  expect(result.current).toBe('no');
});

it('the waiting indicator shows at once after a press', () => {
  const { result } = renderHook(useWaiting, { initialProps: snapshot('loading', true) });
  expect(result.current).toBe('shown');
});

it('the waiting indicator counts from the start of the wait, whatever the player tries meanwhile', () => {
  const { result, rerender } = renderHook(useWaiting, { initialProps: snapshot('loading') });
  wait(6000);
  rerender(snapshot('starting'));
  wait(2000);
  expect(result.current).toBe('long');
});
