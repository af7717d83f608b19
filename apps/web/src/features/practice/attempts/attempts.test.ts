import { hashLine, practice, readAttemptTime } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPageAccount } from '../../../api/page-account.ts';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { unsentAttempts } from '../unsent/stored.ts';
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
const attemptsIn = (body: unknown) => (body as { attempts: practice.Attempt[] }).attempts;
/** Returns the sent batches, each sorted by line: attempts of the same moment are unordered. */
const sent = () =>
  loopback.received.map(({ body }) => attemptsIn(body).toSorted((a, b) => a.start_ms - b.start_ms));

it('the queue of attempts reports each segment of a line, with its start before any user adjustment', async () => {
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
  expect(Math.abs(readAttemptTime(first?.id ?? '') - Date.now())).toBeLessThan(60_000);
});

it('the queue of attempts stores attempts while the server is unreachable, and sends them once with the same ids', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  response = { status: 503, body: {} };
  await sendAttempts('1');
  response = { status: 200, body: { counted: 1, refused: [] } };
  await sendAttempts('1');
  await sendAttempts('1');
  expect(sent()).toHaveLength(2);
  expect(sent()[0]).toEqual(sent()[1]);
});

it('the queue of attempts sends no more than one call’s limit at once, and nothing of another account', async () => {
  for (let at = 0; at < practice.ATTEMPT_BATCH + 3; at++) storeAttempt('1', 7, [segment(at)], 'waited');
  await sendAttempts('12');
  await sendAttempts('1');
  expect(sent().map(({ length }) => length)).toEqual([practice.ATTEMPT_BATCH, 3]);
});

it('the queue of attempts drops an attempt that the server permanently rejects', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  response = { status: 400, body: { detail: 'No.' } };
  await sendAttempts('1');
  await sendAttempts('1');
  expect(sent()).toHaveLength(1);
});

it('the queue of attempts loses none because of another that is rejected', async () => {
  for (let at = 0; at < practice.ATTEMPT_BATCH; at++)
    storeAttempt('1', at === 17 ? 666 : 7, [segment(at)], 'waited');
  const counted = new Set<string>();
  response = ({ body }) => {
    const attempts = attemptsIn(body);
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

it('the queue of attempts keeps those that the server may accept later, and sends the others meanwhile', async () => {
  for (let at = 0; at < practice.ATTEMPT_BATCH + 1; at++) storeAttempt('1', 7, [segment(at)], 'waited');
  const [first = '', second = ''] = unsentAttempts.items('1');
  response = { status: 200, body: { counted: 1, refused: [first, second], later: [first] } };
  await sendAttempts('1');
  expect(unsentAttempts.items('1')).toEqual([first]);
  expect(loopback.received).toHaveLength(2);
});

it('two tabs that store turns at the same time lose none', async () => {
  vi.resetModules();
  const otherTab = await import('./attempts.ts');
  for (let at = 0; at < 5; at++) {
    storeAttempt('1', 7, [segment(at)], 'waited');
    otherTab.storeAttempt('1', 7, [segment(10 + at)], 'waited');
  }
  expect(unsentAttempts.items('1')).toHaveLength(10);
});

it('the queue of attempts sends nothing with another account’s token', async () => {
  storeAttempt('1', 7, [segment(1)], 'waited');
  storeTokens({ access: createAccessToken('12'), refresh: 'r' });
  setPageAccount('12');
  await sendAttempts('1');
  expect(sent()).toEqual([]);
  expect(unsentAttempts.items('1')).toHaveLength(1);
});

it('a full storage is reported once, and what it has no room for is sent all the same', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const get = (full: Storage, name: string | symbol) =>
    name === 'setItem' ? setItem : Reflect.get(full, name);
  vi.stubGlobal('localStorage', new Proxy(localStorage, { get }));
  const report = vi.spyOn(toast, 'failure');
  for (const at of [1, 2]) storeAttempt('1', 7, [segment(at)], 'waited');
  expect(report).toHaveBeenCalledOnce();
  await sendAttempts('1');
  await sendAttempts('1');
  expect(
    sent()
      .flat()
      .map(({ start_ms }) => start_ms),
  ).toEqual([1000, 2000]);
  vi.unstubAllGlobals();
  report.mockRestore();
});
