import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Phase } from '../../player/practice-state.ts';
import { usePractised } from './lines.tsx';

const segments = [0, 1, 2, 3].map((id) => ({
  id,
  start: id * 1000,
  end: id * 1000 + 900,
  original: `${id}`,
  target: '',
  position: id,
  through: id,
}));
const session = { segments, lastSegment: 1 };

it('counts the lines before the saved position, and those whose turn came, as practised', () => {
  const snapshot = (name: 'playing' | 'turn', index: number) => {
    const phase: Phase = name === 'turn' ? { name, since: 0, until: null } : { name };
    return { phase, index, count: 4, round: 1, rate: 1, duration: 0 };
  };
  const { result, rerender } = renderHook((current) => usePractised(session, current), {
    initialProps: snapshot('playing', 1),
  });
  const ids = () => [...result.current].map(({ id }) => id);
  expect(ids()).toEqual([0]);
  rerender(snapshot('turn', 1));
  expect(ids()).toEqual([0, 1]);
  rerender(snapshot('playing', 3));
  expect(ids()).toEqual([0, 1]);
});
