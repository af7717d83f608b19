import type { practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import { answered, currentLine, newReviewSession, outcomes, skipped, undone } from './review-session.ts';

const lines = [1, 2, 3].map((segment_id) => ({ segment_id }) as practice.QueuedLine);
const getId = (session: Parameters<typeof currentLine>[0]) => currentLine(session)?.segment_id;

it('a session goes through its lines and ends after the last one', () => {
  let session = newReviewSession(lines);
  expect(getId(session)).toBe(1);
  session = answered(skipped(answered(session, 'a', 'good')), 'c', 'again');
  expect(getId(session)).toBeUndefined();
  expect(outcomes(session, ['again', 'hard', 'good'])).toEqual([
    ['again', 1],
    ['good', 1],
  ]);
});

it('an undone answer shows its line again, and no longer counts', () => {
  const session = undone(answered(answered(newReviewSession(lines), 'a', 'good'), 'b', 'hard'), 'b');
  expect(getId(session)).toBe(2);
  expect(session.answers.map(({ reviewId }) => reviewId)).toEqual(['a']);
});

it('undoing an unknown answer changes nothing', () => {
  const session = answered(newReviewSession(lines), 'a', 'good');
  expect(undone(session, 'z')).toBe(session);
});
