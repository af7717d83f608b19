import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { withServer } from '../testing/with-server.ts';
import { requestIds } from './request-id.ts';

const { server } = await withServer({ TRUST_PROXY: 'loopback' });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of a request from an address that sends its own id. */
const getId = (trust: boolean | string, remoteAddress: string, said: string) =>
  requestIds(trust)({
    headers: { 'x-request-id': said },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

describe('a request’s id', () => {
  it.each([
    ['10.0.0.7', '10.0.0.7'],
    ['10.0.0.0/8, 192.168.1.1', '10.200.3.4'],
    ['10.0.0.0/8', '::ffff:10.200.3.4'],
    ['loopback', '127.0.0.1'],
    ['loopback', '::1'],
    ['fd00::/8', 'fd00::5'],
  ])('is the proxy’s where TRUST_PROXY is %s and it comes from %s', (trust, address) => {
    expect(getId(trust, address, 'a-b.c_1')).toBe('a-b.c_1');
  });

  it.each([
    ['10.0.0.7', '10.0.0.8'],
    ['10.0.0.0/8', '11.0.0.1'],
    ['loopback', '10.0.0.1'],
  ])('is our own where TRUST_PROXY is %s and it comes from %s', (trust, address) => {
    expect(getId(trust, address, 'theirs')).toMatch(UUID);
  });

  it('is the proxy’s if every proxy is trusted, and our own if none is', () => {
    expect(getId(true, '203.0.113.9', 'theirs')).toBe('theirs');
    expect(getId(false, '127.0.0.1', 'theirs')).toMatch(UUID);
  });

  it.each([
    ['long', 'x'.repeat(65)],
    ['empty', ''],
    ['of several words', 'a b'],
    ['a line of its own', 'a\nb'],
    ['marked up', '<a>'],
  ])('is our own when the proxy’s is %s', (_, said) => {
    expect(getId(true, '127.0.0.1', said)).toMatch(UUID);
  });

  it('is in every response, including errors', async () => {
    const send = (url: string, headers = {}) => server.app.inject({ url, headers });
    const own = await send('/api/languages/');
    const theirs = await send('/api/languages/', { 'x-request-id': 'of-the-proxy' });
    const absent = await send('/api/nowhere/', { 'x-request-id': 'of-a-failure' });
    expect(own.headers['x-request-id']).toMatch(UUID);
    expect(theirs.headers['x-request-id']).toBe('of-the-proxy');
    expect(absent.statusCode).toBe(404);
    expect(absent.headers['x-request-id']).toBe('of-a-failure');
  });
});
