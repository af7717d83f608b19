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
