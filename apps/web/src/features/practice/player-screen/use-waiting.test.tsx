import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayerSnapshot } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { useWaiting } from './use-waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createSnapshot = (name: 'loading' | 'starting' | 'ready', isPlayRequested = false): PlayerSnapshot => {
  const phase: Phase = name === 'starting' ? { name, deadline: 0 } : { name };
  return { phase, index: 0, count: 1, round: 1, rate: 1, duration: 0, isPlayRequested };
};
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('waiting is short after 0.4 s, long after 8 s and times out after 20 s, until the medium is ready', () => {
  const { result, rerender } = renderHook(useWaiting, { initialProps: createSnapshot('loading') });
  expect(result.current).toBe('no');
  wait(400);
  expect(result.current).toBe('short');
  wait(7600);
  expect(result.current).toBe('long');
  wait(12_000);
  expect(result.current).toBe('timed-out');
  rerender(createSnapshot('ready'));
  expect(result.current).toBe('no');
});

it('waiting is short at once after a press', () => {
  const { result } = renderHook(useWaiting, { initialProps: createSnapshot('loading', true) });
  expect(result.current).toBe('short');
});

it('waiting is measured from its start, across phases of the player', () => {
  const { result, rerender } = renderHook(useWaiting, { initialProps: createSnapshot('loading') });
  wait(6000);
  rerender(createSnapshot('starting'));
  wait(2000);
  expect(result.current).toBe('long');
});
