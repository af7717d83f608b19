import { accounts, videos } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { onOtherAccount, pageAccount, setPageAccount } from './page-account.ts';
import { refreshAccess } from './refresh.ts';
import { accessTokenOf } from './testing/access-token.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { accessToken, dropTokens, refreshToken, storeTokens } from './tokens.ts';

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let respond: (received: Received) => Reply;
beforeEach(async () => {
  localStorage.clear();
  respond = () => ({ status: 404, body: { detail: 'Not found.' } });
  loopback = await startLoopback((received) => respond(received));
});
afterEach(() => loopback.close());

const signIn = (account: string) => storeTokens({ access: accessTokenOf(account), refresh: `r${account}` });
const listen = () => call(videos.listVideos, {}).catch(({ status }) => status);

it('a page keeps working for its first account after another signs in elsewhere', async () => {
  signIn('1');
  expect(pageAccount()).toBe('1');
  expect(await listen()).toBe(404);
  signIn('12');
  expect(pageAccount()).toBe('1');
  expect(await listen()).toBe(401);
  expect(loopback.received).toHaveLength(1);
  dropTokens();
  expect(pageAccount()).toBe('1');
});

it('a page sends nothing more of its account after another tab has signed out', async () => {
  signIn('1');
  expect(await listen()).toBe(404);
  dropTokens();
  expect(await listen()).toBe(401);
  expect(loopback.received).toHaveLength(1);
});

it('a refused call isn’t retried with another account’s token', async () => {
  signIn('1');
  respond = () => {
    signIn('12');
    return { status: 401, body: { detail: 'No.' } };
  };
  expect(await listen()).toBe(401);
  expect(loopback.received).toHaveLength(1);
});

it.each([
  ['renewed', { status: 200, body: { access: accessTokenOf('1') } }],
  ['refused', { status: 401, body: { detail: 'No.' } }],
])('a session that is %s doesn’t touch the tokens of a newer session', async (_, reply) => {
  signIn('1');
  respond = ({ path }) => {
    expect(path).toBe(accounts.refreshToken.path);
    signIn('12');
    return reply;
  };
  await refreshAccess();
  expect([accessToken(), refreshToken()]).toEqual([accessTokenOf('12'), 'r12']);
});

it('a page is notified when another account signs in, but not when its own session is renewed or ends', () => {
  const listener = vi.fn();
  onOtherAccount(listener);
  signIn('1');
  setPageAccount('1');
  const change = () => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  change();
  dropTokens();
  change();
  expect(listener).not.toHaveBeenCalled();
  signIn('12');
  change();
  expect(listener).toHaveBeenCalledOnce();
  setPageAccount(null);
});
