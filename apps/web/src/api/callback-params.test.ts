import { describe, expect, it } from 'vitest';
import { consumeCallbackParams } from './callback-params.ts';

/** Opens a URL with these cookies; returns the params, and the resulting URL and cookies. */
function openUrl(url: string, cookie = '') {
  let visibleUrl = url;
  const cookieJar = { cookie };
  const params = consumeCallbackParams({
    location: new URL(url, 'http://sayback.example') as unknown as Location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, path: string) => {
        visibleUrl = path;
      },
    } as unknown as History,
    document: cookieJar as Document,
  });
  return { ...params, visibleUrl, cookie: cookieJar.cookie };
}

const SESSION = { access: 'a.b.c', refresh: 'r+/=' };
const TOKEN_PARAMS = `access_token=a.b.c&refresh_token=${encodeURIComponent('r+/=')}`;
const WITH_NONCE = `${TOKEN_PARAMS}&mark=xyz`;
const NONCE_COOKIE = 'theme=dark; sayback_arrival=xyz';

describe('callback params', () => {
  it.each([
    ['fragment', `/login/callback#${WITH_NONCE}`, NONCE_COOKIE],
    ['query string', `/login/callback?${TOKEN_PARAMS}`, ''],
    ['fragment of a URL with a trailing slash', `/login/callback/#${WITH_NONCE}`, NONCE_COOKIE],
    [
      'fragment of an HTTPS page',
      `https://sayback.example/login/callback#${WITH_NONCE}`,
      '__Host-sayback_arrival=xyz',
    ],
  ])('reads tokens from the %s and removes them from the URL', (_, url, cookie) => {
    const { tokens, isUntrusted, visibleUrl } = openUrl(url, cookie);
    expect([tokens, isUntrusted]).toEqual([SESSION, false]);
    expect(visibleUrl).not.toMatch(/token|mark/);
  });

  it('prefers tokens in the fragment over tokens in the query', () => {
    const url = `/login/callback?access_token=x&refresh_token=y#${WITH_NONCE}`;
    expect(openUrl(url, NONCE_COOKIE).tokens).toEqual(SESSION);
    expect(openUrl(url)).toMatchObject({ tokens: null, isUntrusted: true });
  });

  it.each([
    ['without a nonce', `/login/callback#${TOKEN_PARAMS}`, NONCE_COOKIE],
    ['with another nonce', `/login/callback#${TOKEN_PARAMS}&mark=xy`, NONCE_COOKIE],
    ['in a browser without the cookie', `/login/callback#${WITH_NONCE}`, 'theme=dark'],
    ['with an empty nonce', `/login/callback#${TOKEN_PARAMS}&mark=`, 'sayback_arrival='],
    [
      'with the HTTP cookie on an HTTPS page',
      `https://sayback.example/login/callback#${WITH_NONCE}`,
      NONCE_COOKIE,
    ],
  ])('ignores tokens in the fragment %s', (_, url, cookie) => {
    const { tokens, isUntrusted, visibleUrl } = openUrl(url, cookie);
    expect([tokens, isUntrusted]).toEqual([null, true]);
    expect(visibleUrl).not.toMatch(/token|mark/);
  });

  it('deletes the nonce cookie', () => {
    expect(openUrl(`/login/callback#${WITH_NONCE}`, NONCE_COOKIE).cookie).toBe(
      'sayback_arrival=; Path=/; Max-Age=0; SameSite=Lax',
    );
  });

  it('returns no tokens when one is missing', () => {
    const { tokens, visibleUrl } = openUrl('/login/callback#access_token=a');
    expect(tokens).toBeNull();
    expect(visibleUrl).toBe('/login/callback');
  });

  it.each(['/reset-password', '/verify-email'])(
    'reads a mailed link to %s and removes its params from the URL',
    (path) => {
      const { mailedLink, visibleUrl } = openUrl(`${path}?uid=7&token=00012`);
      expect(mailedLink).toEqual({ uid: '7', token: '00012' });
      expect(visibleUrl).toBe(path);
    },
  );

  it.each(['?uid=7', '?token=x', '?uid=&token=x', ''])('returns no mailed link for %j', (query) => {
    expect(openUrl(`/reset-password${query}`).mailedLink).toBeNull();
  });

  it.each([`/?${TOKEN_PARAMS}`, `/login?${TOKEN_PARAMS}`, '/register?invitation=abc', '/login/callback'])(
    'leaves %s unchanged',
    (url) => {
      expect(openUrl(url)).toEqual({
        tokens: null,
        isUntrusted: false,
        mailedLink: null,
        visibleUrl: url,
        cookie: '',
      });
    },
  );
});
