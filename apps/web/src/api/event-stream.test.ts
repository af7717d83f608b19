import type { ServerResponse } from 'node:http';
import { accounts, jobs } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnexpectedResponse } from './api-error.ts';
import { followEvents } from './event-stream.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { storeTokens } from './tokens.ts';

/** Idle time for a slow machine; tests of a dead connection pass a shorter one. */
const TIMING = { firstRetryMs: 1, maxRetryMs: 2, idleMs: 60_000 };
const SHORT_IDLE_MS = 1000;

const jobWith = (done: number, status: jobs.Job['status'] = 'running'): jobs.Job => ({
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
const formatEvent = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;

let loopback: Awaited<ReturnType<typeof startLoopback>>;
/** Responses to successive connections; the last one repeats. */
let responses: ((received: Received) => Reply)[];

const writeChunks =
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
const breakAfter = (chunk: string) => (): Reply => ({
  status: 200,
  stream: (response) => response.write(chunk, () => setTimeout(() => response.destroy(), 5)),
});
const sendNothing = (): Reply => ({ status: 200, stream: (response) => response.write(':\n\n') });

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

/** Follows job 5 until it has ended. */
async function follow(idleMs = TIMING.idleMs) {
  const controller = new AbortController();
  const events: jobs.Job[] = [];
  const connections: boolean[] = [];
  await followEvents(
    jobs.followJob,
    { params: { id: 5 }, signal: controller.signal },
    {
      onEvent: (job) => events.push(job),
      onConnection: (isOpen) => connections.push(isOpen),
      isComplete: () => events.some(jobs.hasEnded),
    },
    { ...TIMING, idleMs },
  );
  return { done: events.map((job) => job.done), messages: events.map((job) => job.message), connections };
}

describe('following events', () => {
  it('sends the token, and delivers each event until the job has ended', async () => {
    responses = [writeChunks(':\n\n', formatEvent(jobWith(1)), formatEvent(jobWith(10, 'completed')))];
    expect(await follow()).toMatchObject({ done: [1, 10], connections: [true, false] });
    expect(loopback.received).toMatchObject([{ method: 'GET', path: '/api/jobs/5/events/', token: 'a' }]);
  });

  it('reassembles an event that arrives in chunks, even when split inside a character', async () => {
    const bytes = Buffer.from(formatEvent({ ...jobWith(10, 'completed'), message: 'Übersetzt' }));
    const middle = bytes.indexOf('Ü') + 1;
    responses = [writeChunks(bytes.subarray(0, middle), bytes.subarray(middle))];
    expect((await follow()).messages).toEqual(['Übersetzt']);
  });

  it('reconnects when the connection breaks', async () => {
    responses = [breakAfter(formatEvent(jobWith(1))), writeChunks(formatEvent(jobWith(10, 'completed')))];
    expect(await follow()).toMatchObject({ done: [1, 10], connections: [true, false, true, false] });
  });

  it('reconnects when the server closes the stream early', async () => {
    responses = [writeChunks(formatEvent(jobWith(1))), writeChunks(formatEvent(jobWith(10, 'completed')))];
    expect((await follow()).done).toEqual([1, 10]);
  });

  it('reconnects when nothing arrives, not even a heartbeat', async () => {
    responses = [sendNothing, writeChunks(formatEvent(jobWith(10, 'completed')))];
    expect((await follow(SHORT_IDLE_MS)).done).toEqual([10]);
    expect(loopback.received).toHaveLength(2);
  });

  it('stays connected as long as heartbeats arrive', async () => {
    // Each takes at least 5 ms, so together they last longer than the idle timeout.
    const heartbeats = Array.from({ length: SHORT_IDLE_MS / 4 }, () => ':\n\n');
    responses = [writeChunks(...heartbeats, formatEvent(jobWith(10, 'completed')))];
    expect((await follow(SHORT_IDLE_MS)).done).toEqual([10]);
    expect(loopback.received).toHaveLength(1);
  });

  it('retries while the server fails', async () => {
    responses = [
      () => ({ status: 503 }),
      () => ({ status: 502 }),
      writeChunks(formatEvent(jobWith(10, 'completed'))),
    ];
    expect((await follow()).done).toEqual([10]);
  });

  it('renews an expired token', async () => {
    const respond = writeChunks(formatEvent(jobWith(10, 'completed')));
    responses = [
      (received) => (received.token === 'b' ? respond() : { status: 401, body: { detail: 'Old.' } }),
    ];
    expect((await follow()).done).toEqual([10]);
  });

  it('gives up when the server refuses', async () => {
    responses = [() => ({ status: 404, body: { detail: 'No such job.' } })];
    await expect(follow()).rejects.toMatchObject({ status: 404, detail: 'No such job.' });
    expect(loopback.received).toHaveLength(1);
  });

  it('gives up on an event that doesn’t fit the contract', async () => {
    responses = [writeChunks(formatEvent({ id: 5 }))];
    await expect(follow()).rejects.toBeInstanceOf(UnexpectedResponse);
  });

  it('stops when it is aborted, and delivers nothing afterwards', async () => {
    let onClose = () => {};
    const closed = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    responses = [
      () => ({
        status: 200,
        stream: (response) => {
          response.write(formatEvent(jobWith(1)));
          response.on('close', onClose);
        },
      }),
    ];
    const controller = new AbortController();
    const events: unknown[] = [];
    await followEvents(
      jobs.followJob,
      { params: { id: 5 }, signal: controller.signal },
      {
        onEvent: (job) => {
          events.push(job);
          controller.abort();
        },
        onConnection: (isOpen) => events.push(isOpen),
      },
      TIMING,
    );
    await closed;
    expect(events).toEqual([true, jobWith(1)]);
  });
});
