import { hashLine, practice, timeOfAttempt } from '@sayback/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accessTokenOf } from '../../../api/testing/access-token.ts';
import { type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { sendAttempts, storeAttempt } from './attempts.ts';

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let answer: Reply;
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: accessTokenOf('1'), refresh: 'r' });
  answer = { status: 200, body: { counted: 1, refused: [] } };
  loopback = await startLoopback(() => answer);
});
afterEach(() => loopback.close());

const segment = (id: number, nudge?: { start_ms: number; end_ms: number }) => ({
  id,
  start: 1000 * id + (nudge?.start_ms ?? 0),
  end: 1000 * id + 800,
  original: `Line ${id}.`,
  target: '',
  ...(nudge && { nudge }),
});
const sent = () => loopback.received.map(({ body }) => (body as { attempts: practice.Attempt[] }).attempts);

it('the queue of attempts tells each segment that a line is made of, where it starts without anyone’s nudge', async () => {
  const measures = { voiced_ms: 1200, length_ratio: 1.1, extra_pauses: 0 };
  storeAttempt('1', 7, [segment(1, { start_ms: -50, end_ms: 0 }), segment(2)], 'said', measures);
  await sendAttempts('1');
  expect(sent()).toMatchObject([
    [
      { video_id: 7, start_ms: 1000, text_hash: hashLine('line 1'), what: 'said', ...measures },
      { video_id: 7, start_ms: 2000, text_hash: hashLine('line 2'), what: 'said' },
    ],
  ]);
  const [first] = sent()[0] ?? [];
  expect(Math.abs(timeOfAttempt(first?.id ?? '') - Date.now())).toBeLessThan(60_000);
});

it('the queue of attempts keeps attempts while the server can’t be reached, and sends them once with the same ids', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  answer = { status: 503, body: {} };
  await sendAttempts('1');
  answer = { status: 200, body: { counted: 1, refused: [] } };
  await sendAttempts('1');
  await sendAttempts('1');
  expect(sent()).toHaveLength(2);
  expect(sent()[0]).toEqual(sent()[1]);
});

it('the queue of attempts sends no more at once than a call takes, and nothing of somebody else', async () => {
  for (let at = 0; at < practice.ATTEMPT_BATCH + 3; at++) storeAttempt('1', 7, [segment(at)], 'waited');
  await sendAttempts('12');
  await sendAttempts('1');
  expect(sent().map(({ length }) => length)).toEqual([practice.ATTEMPT_BATCH, 3]);
});

it('the queue of attempts forgets what the server refuses for good', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  answer = { status: 400, body: { detail: 'No.' } };
  await sendAttempts('1');
  await sendAttempts('1');
  expect(sent()).toHaveLength(1);
});
