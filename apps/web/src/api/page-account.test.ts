import { accounts, videos } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { onAccountChange, pageAccount, setPageAccount } from './page-account.ts';
import { refreshAccess } from './refresh.ts';
import { createAccessToken } from './testing/access-token.ts';
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

const signIn = (account: string) =>
  storeTokens({ access: createAccessToken(account), refresh: `r${account}` });
const fetchStatus = () => call(videos.listVideos, {}).catch(({ status }) => status);

it('a page keeps its first account after another signs in in another tab', async () => {
  signIn('1');
  expect(pageAccount()).toBe('1');
  expect(await fetchStatus()).toBe(404);
  signIn('12');
  expect(pageAccount()).toBe('1');
  expect(await fetchStatus()).toBe(401);
  expect(loopback.received).toHaveLength(1);
  dropTokens();
  expect(pageAccount()).toBe('1');
});

it('a page sends no more requests for its account after another tab has signed out', async () => {
  signIn('1');
  expect(await fetchStatus()).toBe(404);
  dropTokens();
  expect(await fetchStatus()).toBe(401);
  expect(loopback.received).toHaveLength(1);
});

it('a refused call isn’t retried with another account’s token', async () => {
  signIn('1');
  respond = () => {
    signIn('12');
    return { status: 401, body: { detail: 'No.' } };
  };
  expect(await fetchStatus()).toBe(401);
  expect(loopback.received).toHaveLength(1);
});

it.each([
  ['renewing a session', { status: 200, body: { access: createAccessToken('1') } }],
  ['ending a refused session', { status: 401, body: { detail: 'No.' } }],
])('%s doesn’t change the tokens of a newer session', async (_, reply) => {
  signIn('1');
  respond = ({ path }) => {
    expect(path).toBe(accounts.refreshToken.path);
    signIn('12');
    return reply;
  };
  await refreshAccess();
  expect([accessToken(), refreshToken()]).toEqual([createAccessToken('12'), 'r12']);
});

it('a page is notified when another account signs in, but not when its own session is renewed or ends', () => {
  const listener = vi.fn();
  onAccountChange(listener);
  signIn('1');
  setPageAccount('1');
  const notifyStorageChange = () =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  notifyStorageChange();
  dropTokens();
  notifyStorageChange();
  expect(listener).not.toHaveBeenCalled();
  signIn('12');
  notifyStorageChange();
  expect(listener).toHaveBeenCalledOnce();
  setPageAccount(null);
});
