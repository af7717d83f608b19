import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { streamEvents } from './event-stream.ts';

it('a stream of events whose client disconnected before it started ends at once', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const draining = new AbortController();
  onTestFinished(() => draining.abort());
  let hasArrived = false;
  let isFollowing = false;
  let hasEnded = false;
  app.get('/', async (_, reply) => {
    hasArrived = true;
    await once(reply.raw, 'close');
    await streamEvents(
      reply,
      draining.signal,
      async () => null,
      ({ signal }) => {
        isFollowing = true;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    );
    hasEnded = true;
  });
  const leaving = new AbortController();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const left = fetch(url, { signal: leaving.signal }).catch(() => 'left');
  await eventually(() => expect(hasArrived).toBe(true));
  leaving.abort();
  expect(await left).toBe('left');
  await eventually(() => expect(hasEnded || isFollowing).toBe(true));
  expect([hasEnded, isFollowing]).toEqual([true, false]);
});
