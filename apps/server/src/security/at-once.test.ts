import { once } from 'node:events';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { limitStreams } from './at-once.ts';

it('limits streams in total, and each address to a third while others have any, until streams end', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const streams: Readable[] = [];
  const enter = limitStreams(9);
  app.get('/', (request, reply) => {
    enter(request.ip, reply);
    const stream = new Readable({ read: () => undefined });
    streams.push(stream);
    return reply.send(stream);
  });
  const statuses: number[] = [];
  const open = async (remoteAddress: string) => {
    const before = streams.length;
    const response = app.inject({ url: '/', remoteAddress });
    const isOpen = eventually(async () => expect(streams.length).toBeGreaterThan(before)).then(() => 200);
    statuses.push(await Promise.race([isOpen, response.then(({ statusCode }) => statusCode)]));
  };
  for (let n = 0; n < 2; n += 1) await open('10.0.0.1');
  for (let n = 0; n < 4; n += 1) await open('10.0.0.2');
  expect(statuses).toEqual([200, 200, 200, 200, 200, 503]);
  await open('10.0.0.1');
  for (let n = 3; n < 7; n += 1) await open(`10.0.0.${n}`);
  expect(statuses.slice(6)).toEqual([200, 200, 200, 200, 503]);
  for (const stream of streams) stream.push(null);
  await eventually(async () => {
    await open('10.0.0.2');
    expect(statuses.at(-1)).toBe(200);
  });
  for (const stream of streams) stream.destroy();
});

it('does not count a stream whose client disconnected before it was counted', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const enter = limitStreams(2);
  let arrived = 0;
  let settled = 0;
  app.get('/', async (request, reply) => {
    enter(request.ip, reply);
    return 'served';
  });
  app.get('/slow', async (request, reply) => {
    arrived += 1;
    await once(reply.raw, 'close');
    try {
      enter(request.ip, reply);
    } finally {
      settled += 1;
    }
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (let n = 1; n <= 2; n += 1) {
    const leaving = new AbortController();
    const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => 'left');
    await eventually(() => expect(arrived).toBe(n));
    leaving.abort();
    expect(await left).toBe('left');
    await eventually(() => expect(settled).toBe(n));
  }
  expect((await app.inject('/')).statusCode).toBe(200);
});
