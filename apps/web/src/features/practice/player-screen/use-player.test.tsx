import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { sentenceLengths } from '@sayback/subtitles/division';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createSimulatedMedium } from '../../../media/testing/simulated-medium.ts';
import { createPracticeSession, type PracticeSession } from '../practice-session.ts';
import { usePlayer } from './use-player.ts';

const segments = ['One.', 'and two,', 'three.', 'Four.', 'Five.'].map((original, id) => ({
  id,
  start: 1000 + id * 2000,
  end: 2500 + id * 2000,
  original,
  target: 'x',
}));
const createSession = ({ joinsSentences = false, alignmentId = 3 } = {}) =>
  createPracticeSession(
    { alignmentId, segments, lastSegment: 1 },
    { ...(joinsSentences && { sentenceLengths }), originalLanguage: 'en', targetLanguage: 'es' },
  );

const yieldAudio = vi.fn();

function openPlayer(session: PracticeSession) {
  const { media, emit, calls } = createSimulatedMedium();
  const hook = renderHook(({ session }) => usePlayer(session, DEFAULT_PLAYER_SETTINGS, yieldAudio), {
    initialProps: { session },
  });
  act(() => {
    hook.result.current.attach(media);
    emit({ type: 'ready', duration: 60_000 });
  });
  return {
    getSnapshot: () => hook.result.current.snapshot,
    calls,
    next: () => act(() => hook.result.current.player?.next()),
    setSession: (session: PracticeSession) => hook.rerender({ session }),
  };
}

it('the player stays at the learner’s line when sentences are joined and split again', () => {
  const { getSnapshot, next, setSession } = openPlayer(createSession());
  expect(getSnapshot()).toMatchObject({ index: 1, count: 5 });
  next();
  next();
  setSession(createSession({ joinsSentences: true }));
  expect(getSnapshot()).toMatchObject({ index: 2, count: 4 });
  setSession(createSession());
  expect(getSnapshot()).toMatchObject({ index: 3, count: 5 });
});

it('the player starts another alignment at the learner’s position in the previous one', () => {
  const { getSnapshot, next, setSession } = openPlayer(createSession());
  next();
  next();
  setSession(createSession({ alignmentId: 4 }));
  expect(getSnapshot()).toMatchObject({ index: 1, count: 5 });
});

it('the player yields audio before the video plays', () => {
  vi.useFakeTimers();
  const { next, calls } = openPlayer(createSession());
  yieldAudio.mockImplementation(() => calls.push('yield audio'));
  next();
  act(() => vi.advanceTimersByTime(5000));
  vi.useRealTimers();
  const order = calls.filter((call) => /^(yield audio|seek|play)/.test(call));
  expect(order.slice(0, 2)).toEqual(['yield audio', expect.stringMatching(/^seek/)]);
});
