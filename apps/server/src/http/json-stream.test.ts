import { get } from 'node:http';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { streamJson } from './json-stream.ts';

async function* readChunks(...chunks: (unknown[] | string)[]) {
  yield* chunks;
}

describe('a streamed object', () => {
  it.each([
    ['no chunks', readChunks(), []],
    ['one chunk', readChunks([1, { a: 'x"y' }]), [1, { a: 'x"y' }]],
    ['several chunks', readChunks([1], [2, 3], ['four']), [1, 2, 3, 'four']],
    ['chunks of JSON', readChunks('1,2', '{"a":"x"}'), [1, 2, { a: 'x' }]],
    ['an ordinary list', [1, 2], [1, 2]],
  ])('writes a list of %s as JSON', async (_, list, expected) => {
    const text = (await streamJson({ 'a "name"': null, list, last: 'é' }).toArray()).join('');
    expect(JSON.parse(text)).toEqual({ 'a "name"': null, list: expected, last: 'é' });
  });

  it('fails if reading a list fails', async () => {
    async function* failAfterOne() {
      yield [1];
      throw new Error('gone');
    }
    await expect(streamJson({ list: failAfterOne() }).toArray()).rejects.toThrow(
      'the list list could not be read',
    );
  });
});

describe('a streamed response', () => {
  const app = Fastify();
  let isOpen = false;
  app.get('/', (_, reply) => {
    async function* endless() {
      isOpen = true;
      try {
        for (;;) yield ['x'.repeat(10_000)];
      } finally {
        isOpen = false;
      }
    }
    return reply.type('application/json').send(streamJson({ list: endless() }));
  });
  afterAll(() => app.close());

  it('stops reading once the client has disconnected', async () => {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    await new Promise<void>((resolve) => {
      const request = get(url, (response) => {
        response.once('data', () => {
          expect(isOpen).toBe(true);
          request.destroy();
        });
        response.once('close', resolve);
        response.on('error', () => undefined);
      });
    });
    await eventually(() => expect(isOpen).toBe(false));
  });
});
