import { describe, expect, it } from 'vitest';
import { consumeCallbackParams } from './callback-params.ts';

/** A page at an address, with the cookies of this browser; what its address bar shows after, and its cookies. */
function arriveAt(address: string, cookie = '') {
  let shown = address;
  const page = { cookie };
  const taken = consumeCallbackParams({
    location: new URL(address, 'http://sayback.example') as unknown as Location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, path: string) => {
        shown = path;
      },
    } as unknown as History,
    document: page as Document,
  });
  return { ...taken, shown, cookie: page.cookie };
}

const SESSION = { access: 'a.b.c', refresh: 'r+/=' };
const TOKENS = `access_token=a.b.c&refresh_token=${encodeURIComponent('r+/=')}`;
const MARKED = `${TOKENS}&mark=xyz`;
const MARK = 'theme=dark; sayback_arrival=xyz';

describe('what a page’s address brings', () => {
  it.each([
    ['fragment', `/login/callback#${MARKED}`, MARK],
    ['query string', `/login/callback?${TOKENS}`, ''],
    ['fragment of an address with a slash', `/login/callback/#${MARKED}`, MARK],
    [
      'fragment of a page by HTTPS',
      `https://sayback.example/login/callback#${MARKED}`,
      '__Host-sayback_arrival=xyz',
    ],
  ])('are the tokens of a sign-in, in the %s, which no longer shows them', (_, address, cookie) => {
    const { tokens, isUntrusted, shown } = arriveAt(address, cookie);
    expect([tokens, isUntrusted]).toEqual([SESSION, false]);
    expect(shown).not.toMatch(/token|mark/);
  });

  it('goes by the fragment when there are two', () => {
    const both = `/login/callback?access_token=x&refresh_token=y#${MARKED}`;
    expect(arriveAt(both, MARK).tokens).toEqual(SESSION);
    expect(arriveAt(both)).toMatchObject({ tokens: null, isUntrusted: true });
  });

  it.each([
    ['without a mark', `/login/callback#${TOKENS}`, MARK],
    ['with another mark', `/login/callback#${TOKENS}&mark=xy`, MARK],
    ['in a browser that was given none', `/login/callback#${MARKED}`, 'theme=dark'],
    ['with an empty mark', `/login/callback#${TOKENS}&mark=`, 'sayback_arrival='],
    [
      'with the mark that HTTP would have, by HTTPS',
      `https://sayback.example/login/callback#${MARKED}`,
      MARK,
    ],
  ])('is no session %s: somebody else may have sent the tokens', (_, address, cookie) => {
    const { tokens, isUntrusted, shown } = arriveAt(address, cookie);
    expect([tokens, isUntrusted]).toEqual([null, true]);
    expect(shown).not.toMatch(/token|mark/);
  });

  it('has its mark taken away, so that it counts once', () => {
    expect(arriveAt(`/login/callback#${MARKED}`, MARK).cookie).toBe(
      'sayback_arrival=; Path=/; Max-Age=0; SameSite=Lax',
    );
  });

  it('is no session when a token is missing', () => {
    const { tokens, shown } = arriveAt('/login/callback#access_token=a');
    expect(tokens).toBeNull();
    expect(shown).toBe('/login/callback');
  });

  it.each(['/reset-password', '/verify-email'])(
    'is what a link mailed to %s holds, which the address no longer shows',
    (path) => {
      const { mailedLink, shown } = arriveAt(`${path}?uid=7&token=00012`);
      expect(mailedLink).toEqual({ uid: '7', token: '00012' });
      expect(shown).toBe(path);
    },
  );

  it.each(['?uid=7', '?token=x', '?uid=&token=x', ''])('is no reset link when it holds %j', (query) => {
    expect(arriveAt(`/reset-password${query}`).mailedLink).toBeNull();
  });

  it.each([`/?${TOKENS}`, `/login?${TOKENS}`, '/register?invitation=abc', '/login/callback'])(
    'leaves %s as it is',
    (address) => {
      expect(arriveAt(address)).toEqual({
        tokens: null,
        isUntrusted: false,
        mailedLink: null,
        shown: address,
        cookie: '',
      });
    },
  );
});
