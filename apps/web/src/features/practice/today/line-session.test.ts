import { hashLine, type practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import { buildLineIdentity } from '../queries.ts';
import { createLineSession, createPlaybackSession } from './line-session.ts';

const LINE: practice.QueuedLine = {
  video_id: 7,
  alignment_id: 3,
  segment_id: 12,
  start_ms: 4000,
  end_ms: 6500,
  text_original: 'Un café, por favor.',
  text_target: 'A coffee, please.',
  text_hash: hashLine('Un café, por favor.'),
  skill: 'say',
  reason: 'due',
  intervals: { again: 1, hard: 2, good: 4 },
  before: { segment_id: 11, start_ms: 1000, end_ms: 3800, text_original: 'Buenos días.', text_target: '' },
};

it('a playback session starts with the previous line, but only its own line counts', () => {
  const session = createLineSession(LINE);
  const playback = createPlaybackSession(session, LINE.before?.start_ms);
  expect(playback.segments[0]).toMatchObject({ start: 1000, end: 6500 });
  expect(session.segments[0]).toMatchObject({ start: 4000, end: 6500 });
  expect(playback.loaded.map(buildLineIdentity)).toEqual([{ start_ms: 4000, text_hash: LINE.text_hash }]);
});

it('without a previous line, the playback session is the session itself', () => {
  const session = createLineSession(LINE);
  expect(createPlaybackSession(session, undefined)).toBe(session);
});
