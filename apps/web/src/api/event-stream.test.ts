import type { ServerResponse } from 'node:http';
import { accounts, jobs } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnexpectedResponse } from './api-error.ts';
import { followEvents } from './event-stream.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { storeTokens } from './tokens.ts';

/** However slow the machine is, a connection isn't taken for silent unless a test is about that. */
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
let answers: ((received: Received) => Reply)[];

const writes =
  (...chunks: (string | Buffer)[]) =>
  (): Reply => ({
    status: 200,
    stream: async (response: ServerResponse) => {
      for (const chunk of chunks) {
        response.write(chunk);
        // Chunks that arrive one by one.
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
    const [next] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return next ? next(received) : { status: 500 };
  });
});
afterEach(() => loopback.close());

/** Follows job 5 until the events say that it has ended. */
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
  it('tells each, with the token, until the server closes the stream for good', async () => {
    answers = [writes(':\n\n', event(jobAt(1)), event(jobAt(10, 'completed')))];
    expect(await follow()).toMatchObject({ done: [1, 10], connections: [true, false] });
    expect(loopback.received).toMatchObject([{ method: 'GET', path: '/api/jobs/5/events/', token: 'a' }]);
  });

  it('puts together an event that comes in pieces, even in the middle of a letter', async () => {
    const bytes = Buffer.from(event({ ...jobAt(10, 'completed'), message: 'Übersetzt' }));
    const middle = bytes.indexOf('Ü') + 1;
    answers = [writes(bytes.subarray(0, middle), bytes.subarray(middle))];
    expect((await follow()).messages).toEqual(['Übersetzt']);
  });

  it('connects again when the connection breaks', async () => {
    answers = [breaksOff(event(jobAt(1))), writes(event(jobAt(10, 'completed')))];
    expect(await follow()).toMatchObject({ done: [1, 10], connections: [true, false, true, false] });
  });

  it('connects again when the server closes the stream before the end', async () => {
    answers = [writes(event(jobAt(1))), writes(event(jobAt(10, 'completed')))];
    expect((await follow()).done).toEqual([1, 10]);
  });

  it('connects again when nothing, not even a beat, is heard', async () => {
    answers = [sendsNothing, writes(event(jobAt(10, 'completed')))];
    expect((await follow(SHORT_SILENCE)).done).toEqual([10]);
    expect(loopback.received).toHaveLength(2);
  });

  it('stays connected as long as there is a beat now and then', async () => {
    // Each takes 5 ms at least: together they last longer than the silence that is borne.
    const beats = Array.from({ length: SHORT_SILENCE / 4 }, () => ':\n\n');
    answers = [writes(...beats, event(jobAt(10, 'completed')))];
    expect((await follow(SHORT_SILENCE)).done).toEqual([10]);
    expect(loopback.received).toHaveLength(1);
  });

  it('tries again while the server is in trouble', async () => {
    answers = [() => ({ status: 503 }), () => ({ status: 502 }), writes(event(jobAt(10, 'completed')))];
    expect((await follow()).done).toEqual([10]);
  });

  it('renews an expired token', async () => {
    const whole = writes(event(jobAt(10, 'completed')));
    answers = [(received) => (received.token === 'b' ? whole() : { status: 401, body: { detail: 'Old.' } })];
    expect((await follow()).done).toEqual([10]);
  });

  it('gives up on what the server refuses', async () => {
    answers = [() => ({ status: 404, body: { detail: 'No such job.' } })];
    await expect(follow()).rejects.toMatchObject({ status: 404, detail: 'No such job.' });
    expect(loopback.received).toHaveLength(1);
  });

  it('gives up on what the contract does not know', async () => {
    answers = [writes(event({ id: 5 }))];
    await expect(follow()).rejects.toBeInstanceOf(UnexpectedResponse);
  });

  it('ends when it is told to, and tells nothing after that', async () => {
    let hangUp = () => {};
    const ended = new Promise<void>((resolve) => {
      hangUp = resolve;
    });
    answers = [
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
