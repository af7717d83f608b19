import { describe, expect, it } from 'vitest';
import { takeArrival } from './arrival.ts';

/** A page at an address, and what its address bar shows after. */
function arriveAt(address: string) {
  let shown = address;
  const taken = takeArrival({
    location: new URL(address, 'http://sayback.example') as unknown as Location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, path: string) => {
        shown = path;
      },
    } as unknown as History,
  });
  return { ...taken, shown };
}

const SESSION = { access: 'a.b.c', refresh: 'r+/=' };
const TOKENS = `access_token=a.b.c&refresh_token=${encodeURIComponent('r+/=')}`;

describe('what a page’s address brings', () => {
  it.each([
    ['fragment', `/login/callback#${TOKENS}`],
    ['query string', `/login/callback?${TOKENS}`],
    ['fragment of an address with a slash', `/login/callback/#${TOKENS}`],
  ])('are the tokens of a sign-in, in the %s, which no longer shows them', (_, address) => {
    const { tokens, shown } = arriveAt(address);
    expect(tokens).toEqual(SESSION);
    expect(shown).not.toContain('token');
  });

  it('goes by the fragment when there are two', () => {
    expect(arriveAt(`/login/callback?access_token=x&refresh_token=y#${TOKENS}`).tokens).toEqual(SESSION);
  });

  it('is no session when a token is missing', () => {
    const { tokens, shown } = arriveAt('/login/callback#access_token=a');
    expect(tokens).toBeNull();
    expect(shown).toBe('/login/callback');
  });

  it('is what a mailed link holds, which the address no longer shows', () => {
    const { resetLink, shown } = arriveAt('/reset-password?uid=7&token=00012');
    expect(resetLink).toEqual({ uid: '7', token: '00012' });
    expect(shown).toBe('/reset-password');
  });

  it.each(['?uid=7', '?token=x', '?uid=&token=x', ''])('is no reset link when it holds %j', (query) => {
    expect(arriveAt(`/reset-password${query}`).resetLink).toBeNull();
  });

  it.each([`/?${TOKENS}`, `/login?${TOKENS}`, '/register?invitation=abc', '/login/callback'])(
    'leaves %s as it is',
    (address) => {
      expect(arriveAt(address)).toEqual({ tokens: null, resetLink: null, shown: address });
    },
  );
});
