import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayerSnapshot } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { useWaiting } from './use-waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const snapshot = (name: 'loading' | 'starting' | 'ready', playRequested = false): PlayerSnapshot => {
  const phase: Phase = name === 'starting' ? { name, deadline: 0 } : { name };
  return { phase, index: 0, count: 1, round: 1, rate: 1, duration: 0, playRequested };
};
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('the sign that the player waits is shown soon, long after 8 s and given up after 20 s, until the medium is ready', () => {
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

it('the sign that the player waits is shown at once when something was pressed', () => {
  const { result } = renderHook(useWaiting, { initialProps: snapshot('loading', true) });
  expect(result.current).toBe('shown');
});

it('the sign that the player waits counts from the beginning of the wait, whatever the player tries meanwhile', () => {
  const { result, rerender } = renderHook(useWaiting, { initialProps: snapshot('loading') });
  wait(6000);
  rerender(snapshot('starting'));
  wait(2000);
  expect(result.current).toBe('long');
});
