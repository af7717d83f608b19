import { hashLine, type practice, readAttemptTime } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { unsentReviews } from '../unsent/unsent-storage.ts';
import { saveReview, sendReviews, undoReview } from './reviews.ts';

const LINE = { video_id: 7, start_ms: 1200, text_hash: hashLine('Un café, por favor.') };

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let respond: (received: Received) => Reply;
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  respond = () => ({ status: 200, body: { counted: 1, refused: [], due: [] } });
  loopback = await startLoopback((received) => respond(received));
});
afterEach(() => loopback.close());

const listSent = () =>
  loopback.received
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as { reviews: practice.Review[] }).reviews);

it('a review is sent with its line, the time from its id, and the time zone’s offset', async () => {
  const id = saveReview('1', LINE, { skill: 'say', grade: 'good' });
  await sendReviews('1');
  const utc_offset = 0 - new Date().getTimezoneOffset();
  expect(listSent()).toEqual([[{ ...LINE, id, skill: 'say', grade: 'good', utc_offset }]]);
  expect(Math.abs(readAttemptTime(id) - Date.now())).toBeLessThan(60_000);
  expect(unsentReviews.items('1')).toEqual([]);
});

it('a review saved offline is sent later with the same id', async () => {
  respond = () => ({ status: 503, body: {} });
  const id = saveReview('1', LINE, { skill: 'write', grade: 'hard', accuracy: 0.8 });
  await sendReviews('1');
  expect(unsentReviews.items('1')).toEqual([id]);
  respond = () => ({ status: 200, body: { counted: 1, refused: [], due: [] } });
  await sendReviews('1');
  await sendReviews('1');
  const ids = listSent().map((reviews) => reviews.map(({ id }) => id));
  expect(ids.at(-1)).toEqual([id]);
  expect(new Set(ids.flat())).toEqual(new Set([id]));
  expect(unsentReviews.items('1')).toEqual([]);
});

it('reviews that can count later stay on the device, and rejected ones are reported once', async () => {
  const report = vi.spyOn(toast, 'failure');
  onTestFinished(() => report.mockRestore());
  const reasons = new Map<string, practice.Refusal>();
  respond = ({ body }) => {
    const { reviews } = body as { reviews: practice.Review[] };
    const refused = reviews.map(({ id }) => ({ id, reason: reasons.get(id) ?? 'no_line' }));
    return { status: 200, body: { counted: 0, due: [], refused } };
  };
  const review = async (reason: practice.Refusal) => {
    const id = saveReview('1', LINE, { skill: 'say', grade: 'good' });
    reasons.set(id, reason);
    await sendReviews('1');
    return id;
  };
  const later = [await review('tomorrow'), await review('future')];
  expect(report).not.toHaveBeenCalled();
  await review('no_line');
  await review('full');
  expect(unsentReviews.items('1')).toEqual(later);
  expect(report).toHaveBeenCalledOnce();
});

it('undoing removes a pending review from the device, or a sent one from the server', async () => {
  respond = () => ({ status: 503, body: {} });
  const unsent = saveReview('1', LINE, { skill: 'say', grade: 'good' });
  await sendReviews('1');
  // The server can have saved it although its response failed.
  await undoReview('1', unsent);
  expect(unsentReviews.items('1')).toEqual([]);
  expect(loopback.received.at(-1)).toMatchObject({
    method: 'DELETE',
    path: `/api/practice/reviews/${unsent}/`,
  });

  respond = ({ method }) => ({
    status: 200,
    body: method === 'DELETE' ? { day: null } : { counted: 1, refused: [], due: [] },
  });
  const saved = saveReview('1', LINE, { skill: 'say', grade: 'good' });
  await sendReviews('1');
  await undoReview('1', saved);
  expect(loopback.received.at(-1)).toMatchObject({
    method: 'DELETE',
    path: `/api/practice/reviews/${saved}/`,
  });
});

it('undoing fails with an error if the server is unreachable', async () => {
  const id = saveReview('1', LINE, { skill: 'say', grade: 'good' });
  await sendReviews('1');
  respond = () => ({ status: 503, body: {} });
  await expect(undoReview('1', id)).rejects.toThrow();
});
