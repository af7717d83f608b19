import { beforeEach, describe, expect, it } from 'vitest';
import { accessToken, dropTokens, isExpired, refreshToken, storeTokens } from './tokens.ts';

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const tokenWith = (claims: object) =>
  `${base64url('{"alg":"HS256"}')}.${base64url(JSON.stringify(claims))}.signature`;

beforeEach(() => localStorage.clear());

describe('stored tokens', () => {
  it('are in local storage as access_token and refresh_token', () => {
    storeTokens({ access: 'a', refresh: 'r' });
    expect({ ...localStorage }).toEqual({ access_token: 'a', refresh_token: 'r' });
    expect([accessToken(), refreshToken()]).toEqual(['a', 'r']);
  });

  it('include the old refresh token if only a new access token arrives', () => {
    storeTokens({ access: 'a', refresh: 'r' });
    storeTokens({ access: 'b' });
    expect([accessToken(), refreshToken()]).toEqual(['b', 'r']);
  });

  it('are removed without other items', () => {
    localStorage.setItem('color_scheme', 'dark');
    storeTokens({ access: 'a', refresh: 'r' });
    dropTokens();
    expect({ ...localStorage }).toEqual({ color_scheme: 'dark' });
    expect([accessToken(), refreshToken()]).toEqual([null, null]);
  });
});

describe('an access token', () => {
  const now = 1_700_000_000_000;
  const tokenExpiringIn = (secondsFromNow: number) => tokenWith({ exp: now / 1000 + secondsFromNow });

  it('is valid until ten seconds before it expires', () => {
    expect(isExpired(tokenExpiringIn(900), now)).toBe(false);
    expect(isExpired(tokenExpiringIn(11), now)).toBe(false);
    expect(isExpired(tokenExpiringIn(10), now)).toBe(true);
    expect(isExpired(tokenExpiringIn(-1), now)).toBe(true);
  });

  it('can have any base64url characters in its claims', () => {
    const claims = { exp: now / 1000 + 900, sub: 'ÿ?>~ÿ?>', name: 'Ægir>>>???' };
    expect(base64url(JSON.stringify(claims))).toMatch(/[-_]/);
    expect(isExpired(tokenWith(claims), now)).toBe(false);
  });

  it.each([
    '',
    'nonsense',
    'a.b.c',
    `x.${base64url('null')}.y`,
    `x.${base64url('{}')}.y`,
    `x.${base64url('{"exp":"soon"}')}.y`,
  ])('counts as expired when it can’t be read: %j', (token) => {
    expect(isExpired(token, now)).toBe(true);
  });
});
