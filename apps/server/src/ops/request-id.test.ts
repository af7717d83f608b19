import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { withServer } from '../testing/with-server.ts';
import { requestIds } from './request-id.ts';

const { server } = await withServer({ TRUST_PROXY: 'loopback' });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id of a request with an `X-Request-Id`. */
const getId = (trust: boolean | string, remoteAddress: string, header: string) =>
  requestIds(trust)({
    headers: { 'x-request-id': header },
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
  ])('is the proxy’s if TRUST_PROXY is %s and the proxy is %s', (trust, address) => {
    expect(getId(trust, address, 'a-b.c_1')).toBe('a-b.c_1');
  });

  it.each([
    ['10.0.0.7', '10.0.0.8'],
    ['10.0.0.0/8', '11.0.0.1'],
    ['loopback', '10.0.0.1'],
  ])('is a new one if TRUST_PROXY is %s and the proxy is %s', (trust, address) => {
    expect(getId(trust, address, 'proxy-id')).toMatch(UUID);
  });

  it('is the proxy’s if all proxies are trusted, and a new one if no proxy is', () => {
    expect(getId(true, '203.0.113.9', 'proxy-id')).toBe('proxy-id');
    expect(getId(false, '127.0.0.1', 'proxy-id')).toMatch(UUID);
  });

  it.each([
    ['long', 'x'.repeat(65)],
    ['empty', ''],
    ['with a space', 'a b'],
    ['with a line break', 'a\nb'],
    ['with markup', '<a>'],
  ])('is a new one if the proxy’s is invalid: %s', (_, header) => {
    expect(getId(true, '127.0.0.1', header)).toMatch(UUID);
  });

  it('is in every response, including errors', async () => {
    const send = (url: string, headers = {}) => server.app.inject({ url, headers });
    const plain = await send('/api/languages/');
    const proxied = await send('/api/languages/', { 'x-request-id': 'of-the-proxy' });
    const failed = await send('/api/nowhere/', { 'x-request-id': 'of-a-failure' });
    expect(plain.headers['x-request-id']).toMatch(UUID);
    expect(proxied.headers['x-request-id']).toBe('of-the-proxy');
    expect(failed.statusCode).toBe(404);
    expect(failed.headers['x-request-id']).toBe('of-a-failure');
  });
});
