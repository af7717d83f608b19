import { describe, expect, it } from 'vitest';
import { createUrlFilter, isPrivateAddress, lookUpPublicHost } from './allowed-hosts.ts';

describe('the URL filter', () => {
  const isPublic = createUrlFilter(new URL('https://www.youtube.com'));

  it.each([
    ['https://www.youtube.com/api/timedtext?v=1', true],
    ['https://youtube.com/api/timedtext', true],
    ['https://m.youtube.com/', true],
    ['http://www.youtube.com/', false],
    ['https://www.youtube.com:8443/', false],
    ['https://user:secret@www.youtube.com/', false],
    ['https://youtube.com.evil.test/', false],
    ['https://notyoutube.com/', false],
    ['https://127.0.0.1/', false],
    ['http://169.254.169.254/latest/meta-data', false],
    ['file:///etc/passwd', false],
  ])('decides whether %s is allowed for the public YouTube: %s', (url, isAllowed) =>
    expect(isPublic(new URL(url))).toBe(isAllowed),
  );

  it('allows only a configured host', () => {
    const isAllowed = createUrlFilter(new URL('http://captions.test:8080/base'));
    expect(isAllowed(new URL('http://captions.test:8080/api'))).toBe(true);
    expect(isAllowed(new URL('http://captions.test/api'))).toBe(false);
    expect(isAllowed(new URL('https://www.youtube.com/api'))).toBe(false);
  });
});

it.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:127.0.0.1', true],
  ['142.250.1.1', false],
  ['2a00:1450::1', false],
])('%s is private: %s', (address, isPrivate) => expect(isPrivateAddress(address)).toBe(isPrivate));

it('lookUpPublicHost refuses a name that resolves to the local network', async () => {
  const lookup = new Promise((resolve) => lookUpPublicHost('localhost', {}, (error) => resolve(error)));
  expect(String(await lookup)).toContain('private address');
});
