import type { practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import {
  addAnswer,
  countGrades,
  createReviewSession,
  getCurrentLine,
  type ReviewSession,
  removeAnswer,
  skipLine,
} from './review-session.ts';

const lines = [1, 2, 3].map((segment_id) => ({ segment_id }) as practice.QueuedLine);
const findLineId = (session: Parameters<typeof getCurrentLine>[0]) => getCurrentLine(session)?.segment_id;

it('a session goes through its lines and ends after the last one', () => {
  let session = createReviewSession(lines);
  expect(findLineId(session)).toBe(1);
  session = addAnswer(skipLine(addAnswer(session, 'a', 'good')), 'c', 'again');
  expect(findLineId(session)).toBeUndefined();
  expect(countGrades(session, ['again', 'hard', 'good'])).toEqual([
    ['again', 1],
    ['good', 1],
  ]);
});

it('a removed answer shows its line again, and no longer counts', () => {
  const session = removeAnswer(
    addAnswer(addAnswer(createReviewSession(lines), 'a', 'good'), 'b', 'hard'),
    'b',
  );
  expect(findLineId(session)).toBe(2);
  expect(session.answers.map(({ reviewId }) => reviewId)).toEqual(['a']);
});

it.each([
  ['answered', (session: ReviewSession) => addAnswer(session, 'c', 'good')],
  ['skipped', skipLine],
])(
  'a session with an answer removed late doesn’t ask the next line again once its line is %s',
  (_, moveOn) => {
    const answered = addAnswer(addAnswer(createReviewSession(lines), 'a', 'good'), 'b', 'hard');
    expect(findLineId(moveOn(removeAnswer(answered, 'a')))).toBe(3);
  },
);

it('removing an unknown answer changes nothing', () => {
  const session = addAnswer(createReviewSession(lines), 'a', 'good');
  expect(removeAnswer(session, 'z')).toBe(session);
});
