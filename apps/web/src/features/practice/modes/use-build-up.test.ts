import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sampleVideo } from '../../../api/testing/samples.ts';
import { createSimulatedMedium } from '../../../media/testing/simulated-medium.ts';
import { usePlayer } from '../player-screen/use-player.ts';
import { createPracticeSession } from '../practice-session.ts';
import { applyNudge } from '../queries.ts';
import { useBuildUp } from './use-build-up.ts';

// YouTube's sound isn't measured.
const VIDEO = sampleVideo({ youtube_id: 'aB3-_xYz019', original_language: 'es' });
const SEGMENTS = ['Uno dos tres cuatro.', 'Cinco seis siete ocho nueve diez.'].map((original, id) => ({
  id,
  start: 1000 + id * 5000,
  end: 5000 + id * 5000,
  original,
  target: '',
}));
const createSession = (segments = SEGMENTS) =>
  createPracticeSession(
    { alignmentId: 3, segments, lastSegment: 0 },
    { originalLanguage: 'es', targetLanguage: 'en' },
  );
const yieldAudio = () => undefined;

afterEach(() => void vi.useRealTimers());

it('a line whose start is moved in its turn stays at its part, in the turn', async () => {
  const { media, emit } = createSimulatedMedium();
  const { result, rerender } = renderHook(
    ({ session }) => {
      const { dividedSession } = useBuildUp(session, VIDEO, true);
      return { session: dividedSession, ...usePlayer(dividedSession, DEFAULT_PLAYER_SETTINGS, yieldAudio) };
    },
    { initialProps: { session: createSession() } },
  );
  act(() => {
    result.current.attach(media);
    emit({ type: 'ready', duration: 60_000 });
  });
  await waitFor(() => expect(result.current.snapshot.count).toBe(5));
  vi.useFakeTimers();
  act(() => result.current.player?.select(4));
  act(() => void vi.advanceTimersByTime(5000));
  act(() => emit({ type: 'playing' }));
  act(() => void vi.advanceTimersByTime(5000));
  expect(result.current.snapshot).toMatchObject({ phase: { name: 'turn' }, index: 4 });

  const moved = SEGMENTS.map((segment) =>
    segment.id === 1 ? applyNudge(segment, { start_ms: -50, end_ms: 0 }) : segment,
  );
  rerender({ session: createSession(moved) });
  expect(result.current.snapshot).toMatchObject({ phase: { name: 'turn' }, index: 4, count: 5 });
  expect(result.current.session.segments[4]).toMatchObject({
    start: 5950,
    part: { line: 1, number: 3, count: 3 },
  });
});

it('lines of another alignment aren’t divided until its code and measurements are loaded', async () => {
  const { result, rerender } = renderHook(({ session }) => useBuildUp(session, VIDEO, true), {
    initialProps: { session: createSession() },
  });
  await waitFor(() => expect(result.current.dividedSession.segments).toHaveLength(5));
  const other = { ...createSession(), alignmentId: 4 };
  rerender({ session: other });
  expect(result.current.dividedSession).toBe(other);
  await waitFor(() => expect(result.current.dividedSession.segments).toHaveLength(5));
});
