import type { ServerResponse } from 'node:http';
import { accounts, jobs } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnexpectedResponse } from './api-error.ts';
import { followEvents } from './event-stream.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { storeTokens } from './tokens.ts';

/** Long enough for a slow machine; tests of a dead connection pass a shorter one. */
const PACE = { firstRetry: 1, lastRetry: 2, silence: 60_000 };
const SHORT_SILENCE = 1000;

const jobAt = (done: number, status: jobs.Job['status'] = 'running'): jobs.Job => ({
  id: 5,
  kind: 'translate',
  subject: 'alignment:1',
  status,
  done,
  total: 10,
  message: '',
  result: null,
  created_at: '2026-01-02T03:04:05Z',
});
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;

let loopback: Awaited<ReturnType<typeof startLoopback>>;
/** Responses to successive connections; the last one repeats. */
let responses: ((received: Received) => Reply)[];

const writes =
  (...chunks: (string | Buffer)[]) =>
  (): Reply => ({
    status: 200,
    stream: async (response: ServerResponse) => {
      for (const chunk of chunks) {
        response.write(chunk);
        // Let the chunks arrive one by one.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      response.end();
    },
  });
const breaksOff = (chunk: string) => (): Reply => ({
  status: 200,
  stream: (response) => response.write(chunk, () => setTimeout(() => response.destroy(), 5)),
});
const sendsNothing = (): Reply => ({ status: 200, stream: (response) => response.write(':\n\n') });

beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: 'a', refresh: 'r' });
  loopback = await startLoopback((received) => {
    if (received.path === accounts.refreshToken.path) return { status: 200, body: { access: 'b' } };
    const [next] = responses.length > 1 ? responses.splice(0, 1) : responses;
    return next ? next(received) : { status: 500 };
  });
});
afterEach(() => loopback.close());

/** Follows job 5 until its events say that it has ended. */
async function follow(silence = PACE.silence) {
  const leaving = new AbortController();
  const seen: jobs.Job[] = [];
  const connections: boolean[] = [];
  await followEvents(
    jobs.followJob,
    { params: { id: 5 }, signal: leaving.signal },
    {
      onEvent: (job) => seen.push(job),
      onConnection: (isOpen) => connections.push(isOpen),
      isOver: () => seen.some(jobs.hasEnded),
    },
    { ...PACE, silence },
  );
  return { done: seen.map((job) => job.done), messages: seen.map((job) => job.message), connections };
}

describe('following events', () => {
  it('delivers each event, with the token, until the server closes the stream for good', async () => {
    responses = [writes(':\n\n', event(jobAt(1)), event(jobAt(10, 'completed')))];
    expect(await follow()).toMatchObject({ done: [1, 10], connections: [true, false] });
    expect(loopback.received).toMatchObject([{ method: 'GET', path: '/api/jobs/5/events/', token: 'a' }]);
  });

  it('reassembles an event that arrives in chunks, even when split within a character', async () => {
    const bytes = Buffer.from(event({ ...jobAt(10, 'completed'), message: 'Übersetzt' }));
    const middle = bytes.indexOf('Ü') + 1;
    responses = [writes(bytes.subarray(0, middle), bytes.subarray(middle))];
    expect((await follow()).messages).toEqual(['Übersetzt']);
  });

  it('reconnects when the connection breaks', async () => {
    responses = [breaksOff(event(jobAt(1))), writes(event(jobAt(10, 'completed')))];
    expect(await follow()).toMatchObject({ done: [1, 10], connections: [true, false, true, false] });
  });

  it('reconnects when the server closes the stream early', async () => {
    responses = [writes(event(jobAt(1))), writes(event(jobAt(10, 'completed')))];
    expect((await follow()).done).toEqual([1, 10]);
  });

  it('reconnects when nothing arrives, not even a heartbeat', async () => {
    responses = [sendsNothing, writes(event(jobAt(10, 'completed')))];
    expect((await follow(SHORT_SILENCE)).done).toEqual([10]);
    expect(loopback.received).toHaveLength(2);
  });

  it('stays connected as long as heartbeats arrive', async () => {
    // Each takes at least 5 ms, so together they last longer than the allowed silence.
    const beats = Array.from({ length: SHORT_SILENCE / 4 }, () => ':\n\n');
    responses = [writes(...beats, event(jobAt(10, 'completed')))];
    expect((await follow(SHORT_SILENCE)).done).toEqual([10]);
    expect(loopback.received).toHaveLength(1);
  });

  it('retries while the server fails', async () => {
    responses = [() => ({ status: 503 }), () => ({ status: 502 }), writes(event(jobAt(10, 'completed')))];
    expect((await follow()).done).toEqual([10]);
  });

  it('renews an expired token', async () => {
    const whole = writes(event(jobAt(10, 'completed')));
    responses = [
      (received) => (received.token === 'b' ? whole() : { status: 401, body: { detail: 'Old.' } }),
    ];
    expect((await follow()).done).toEqual([10]);
  });

  it('gives up when the server refuses', async () => {
    responses = [() => ({ status: 404, body: { detail: 'No such job.' } })];
    await expect(follow()).rejects.toMatchObject({ status: 404, detail: 'No such job.' });
    expect(loopback.received).toHaveLength(1);
  });

  it('gives up on an event outside the contract', async () => {
    responses = [writes(event({ id: 5 }))];
    await expect(follow()).rejects.toBeInstanceOf(UnexpectedResponse);
  });

  it('stops when it is aborted, and delivers nothing afterwards', async () => {
    let hangUp = () => {};
    const ended = new Promise<void>((resolve) => {
      hangUp = resolve;
    });
    responses = [
      () => ({
        status: 200,
        stream: (response) => {
          response.write(event(jobAt(1)));
          response.on('close', hangUp);
        },
      }),
    ];
    const leaving = new AbortController();
    const seen: unknown[] = [];
    await followEvents(
      jobs.followJob,
      { params: { id: 5 }, signal: leaving.signal },
      {
        onEvent: (job) => {
          seen.push(job);
          leaving.abort();
        },
        onConnection: (isOpen) => seen.push(isOpen),
      },
      PACE,
    );
    await ended;
    expect(seen).toEqual([true, jobAt(1)]);
  });
});
