import { hashLine, practice, readAttemptTime } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPageAccount } from '../../../api/page-account.ts';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { unsentAttempts } from '../unsent/unsent-storage.ts';
import { sendAttempts, storeAttempt } from './attempts.ts';

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let response: Reply | ((received: Received) => Reply);
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  response = { status: 200, body: { counted: 1, refused: [] } };
  loopback = await startLoopback((received) =>
    typeof response === 'function' ? response(received) : response,
  );
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
const readAttempts = (body: unknown) => (body as { attempts: practice.Attempt[] }).attempts;
/** Returns the sent batches, each sorted by line: simultaneous attempts have no order. */
const listSent = () =>
  loopback.received.map(({ body }) => readAttempts(body).toSorted((a, b) => a.start_ms - b.start_ms));

it('the queue of attempts sends each segment of a line, with its start before the user’s adjustment', async () => {
  const measurements = { voiced_ms: 1200, length_ratio: 1.1, extra_pauses: 0 };
  storeAttempt('1', 7, [segment(1, { start_ms: -50, end_ms: 0 }), segment(2)], 'said', measurements);
  await sendAttempts('1');
  expect(listSent()).toMatchObject([
    [
      { video_id: 7, start_ms: 1000, text_hash: hashLine('line 1'), what: 'said', ...measurements },
      { video_id: 7, start_ms: 2000, text_hash: hashLine('line 2'), what: 'said' },
    ],
  ]);
  const [first] = listSent()[0] ?? [];
  expect(Math.abs(readAttemptTime(first?.id ?? '') - Date.now())).toBeLessThan(60_000);
});

it('the queue of attempts repeats a failed request with the same ids', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  response = { status: 503, body: {} };
  await sendAttempts('1');
  response = { status: 200, body: { counted: 1, refused: [] } };
  await sendAttempts('1');
  await sendAttempts('1');
  expect(listSent()).toHaveLength(2);
  expect(listSent()[0]).toEqual(listSent()[1]);
});

it('the queue of attempts sends one account’s attempts, in batches', async () => {
  for (let index = 0; index < practice.ATTEMPT_BATCH + 3; index++)
    storeAttempt('1', 7, [segment(index)], 'waited');
  await sendAttempts('12');
  await sendAttempts('1');
  expect(listSent().map(({ length }) => length)).toEqual([practice.ATTEMPT_BATCH, 3]);
});

it('the queue of attempts drops an attempt that the server permanently rejects', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  response = { status: 400, body: { detail: 'No.' } };
  await sendAttempts('1');
  await sendAttempts('1');
  expect(listSent()).toHaveLength(1);
});

it('the queue of attempts sends all others of a batch with a rejected one', async () => {
  for (let index = 0; index < practice.ATTEMPT_BATCH; index++)
    storeAttempt('1', index === 17 ? 666 : 7, [segment(index)], 'waited');
  const counted = new Set<string>();
  response = ({ body }) => {
    const attempts = readAttempts(body);
    if (attempts.some(({ video_id }) => video_id === 666)) return { status: 400, body: { detail: 'No.' } };
    for (const { id } of attempts) counted.add(id);
    return { status: 200, body: { counted: attempts.length, refused: [] } };
  };
  await sendAttempts('1');
  expect(counted.size).toBe(practice.ATTEMPT_BATCH - 1);
  expect(unsentAttempts.items('1')).toEqual([]);
  // Batches are halved: not one call per attempt.
  expect(loopback.received.length).toBeLessThan(14);
});

it('the queue of attempts keeps those that the server accepts later, and sends the others', async () => {
  for (let index = 0; index < practice.ATTEMPT_BATCH + 1; index++)
    storeAttempt('1', 7, [segment(index)], 'waited');
  const [first = '', second = ''] = unsentAttempts.items('1');
  response = { status: 200, body: { counted: 1, refused: [first, second], later: [first] } };
  await sendAttempts('1');
  expect(unsentAttempts.items('1')).toEqual([first]);
  expect(loopback.received).toHaveLength(2);
});

it('the queue of attempts keeps those of two tabs that store them at the same time', async () => {
  vi.resetModules();
  const otherTab = await import('./attempts.ts');
  for (let index = 0; index < 5; index++) {
    storeAttempt('1', 7, [segment(index)], 'waited');
    otherTab.storeAttempt('1', 7, [segment(10 + index)], 'waited');
  }
  expect(unsentAttempts.items('1')).toHaveLength(10);
});

it('the queue of attempts doesn’t send with another account’s token', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  storeTokens({ access: createAccessToken('12'), refresh: 'r' });
  setPageAccount('12');
  await sendAttempts('1');
  expect(listSent()).toEqual([]);
  expect(unsentAttempts.items('1')).toHaveLength(1);
});

it('the queue of attempts reports a full storage once, and sends attempts that aren’t stored', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const get = (full: Storage, name: string | symbol) =>
    name === 'setItem' ? setItem : Reflect.get(full, name);
  vi.stubGlobal('localStorage', new Proxy(localStorage, { get }));
  const report = vi.spyOn(toast, 'failure');
  for (const index of [1, 2]) storeAttempt('1', 7, [segment(index)], 'waited');
  expect(report).toHaveBeenCalledOnce();
  await sendAttempts('1');
  await sendAttempts('1');
  expect(
    listSent()
      .flat()
      .map(({ start_ms }) => start_ms),
  ).toEqual([1000, 2000]);
  vi.unstubAllGlobals();
  report.mockRestore();
});
