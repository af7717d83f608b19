import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { sentenceLengths } from '@sayback/subtitles/division';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createSimulatedMedium } from '../../../media/testing/simulated-medium.ts';
import { type PracticeSession, practiceSession } from '../practice-session.ts';
import { usePlayer } from './use-player.ts';

const segments = ['One.', 'and two,', 'three.', 'Four.', 'Five.'].map((original, id) => ({
  id,
  start: 1000 + id * 2000,
  end: 2500 + id * 2000,
  original,
  target: 'x',
}));
const getSession = (join: boolean, alignmentId = 3) =>
  practiceSession(
    { alignmentId, segments, lastSegment: 1 },
    { ...(join && { sentenceLengths }), originalLanguage: 'en', targetLanguage: 'es' },
  );

const makeRoom = vi.fn();

function open(session: PracticeSession) {
  const { media, tell: notify, done } = createSimulatedMedium();
  const hook = renderHook(({ session }) => usePlayer(session, DEFAULT_PLAYER_SETTINGS, makeRoom), {
    initialProps: { session },
  });
  act(() => {
    hook.result.current.attach(media);
    notify({ type: 'ready', duration: 60_000 });
  });
  return {
    snapshot: () => hook.result.current.snapshot,
    done,
    next: () => act(() => hook.result.current.player?.next()),
    practise: (session: PracticeSession) => hook.rerender({ session }),
  };
}

it('the player stays at the learner’s line when sentences are joined, and when they are split again', () => {
  const { snapshot, next, practise } = open(getSession(false));
  expect(snapshot()).toMatchObject({ index: 1, count: 5 });
  next();
  next();
  practise(getSession(true));
  expect(snapshot()).toMatchObject({ index: 2, count: 4 });
  practise(getSession(false));
  expect(snapshot()).toMatchObject({ index: 3, count: 5 });
});

it('the player starts another alignment at the learner’s position in the previous one', () => {
  const { snapshot, next, practise } = open(getSession(false));
  next();
  next();
  practise(getSession(false, 4));
  expect(snapshot()).toMatchObject({ index: 1, count: 5 });
});

it('the player yields audio before the video can sound', () => {
  vi.useFakeTimers();
  const { next, done } = open(getSession(false));
  makeRoom.mockImplementation(() => done.push('room'));
  next();
  act(() => vi.advanceTimersByTime(5000));
  vi.useRealTimers();
  const sounds = done.filter((entry) => entry === 'room' || /^(seek|play)/.test(entry));
  expect(sounds.slice(0, 2)).toEqual(['room', expect.stringMatching(/^seek/)]);
});
