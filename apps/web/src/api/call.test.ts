import { accounts } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, UnexpectedResponse } from './api-error.ts';
import { call } from './call.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { LENA } from './testing/profiles.ts';
import { storeTokens } from './tokens.ts';

const REFRESH = accounts.refreshToken.path;

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let acceptedToken: string;
let isBusy: boolean;
/** Response to the refresh request; tests replace it. */
let respondToRefresh: () => Reply | Promise<Reply>;

/** Accepts `acceptedToken` and rejects other access tokens. */
function respond({ path, token }: Received): Reply | Promise<Reply> {
  if (path === REFRESH) return respondToRefresh();
  if (isBusy) return { status: 503, body: { detail: 'Later.' }, headers: { 'retry-after': '3' } };
  return token === acceptedToken
    ? { status: 200, body: LENA }
    : { status: 401, body: { detail: 'Expired.' } };
}

const requestsTo = (path: string) => loopback.received.filter((request) => request.path === path);
const getProfile = () => call(accounts.getProfile, {});
const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
/** Delays a response of the server. */
const delay = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(async () => {
  localStorage.clear();
  acceptedToken = 'new';
  isBusy = false;
  respondToRefresh = () => ({ status: 200, body: { access: 'new' } });
  loopback = await startLoopback(respond);
});
afterEach(() => loopback.close());

describe('a call', () => {
  it('sends the access token and returns a response that fits the contract', async () => {
    storeTokens({ access: 'new', refresh: 'r' });
    expect(await getProfile()).toEqual(LENA);
    expect(loopback.received).toEqual([
      { method: 'GET', path: accounts.getProfile.path, token: 'new', body: undefined },
    ]);
  });

  it('requests the server’s messages in the interface language', async () => {
    localStorage.setItem('interface_language', 'es');
    await catchError(call(accounts.login, { body: { username: 'lena', password: 'wrong' } }));
    localStorage.removeItem('interface_language');
    expect(loopback.received[0]).toMatchObject({
      path: accounts.login.path,
      language: `es,${navigator.languages}`,
    });
  });

  it('sends its body as JSON', async () => {
    storeTokens({ access: 'new', refresh: 'r' });
    await call(accounts.updateProfile, { body: { native_language: 'fr' } });
    expect(loopback.received[0]).toMatchObject({ method: 'PATCH', body: { native_language: 'fr' } });
  });

  it('sends no token to a public endpoint, and doesn’t refresh after its 401', async () => {
    storeTokens({ access: 'old', refresh: 'r' });
    const failure = await catchError(call(accounts.login, { body: { username: 'lena', password: 'wrong' } }));
    expect(failure).toMatchObject({ status: 401, detail: 'Expired.' });
    expect(loopback.received.map(({ path, token }) => [path, token])).toEqual([
      [accounts.login.path, undefined],
    ]);
  });

  it('fails with status 0 without a response', async () => {
    await loopback.close();
    const failure = await catchError(getProfile());
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 0, detail: undefined });
  });

  it('fails with the server’s detail and its field errors', async () => {
    await loopback.close();
    loopback = await startLoopback(() => ({ status: 400, body: { detail: 'Taken.', username: ['Taken.'] } }));
    const failure = await catchError(call(accounts.register, { body: { username: 'x', password: 'y' } }));
    expect(failure).toMatchObject({ status: 400, detail: 'Taken.', fields: { username: ['Taken.'] } });
  });

  it('reports when to retry an overloaded server', async () => {
    storeTokens({ access: 'new', refresh: 'r' });
    isBusy = true;
    expect(await catchError(getProfile())).toMatchObject({ status: 503, retryAfterMs: 3000 });
  });

  it('throws UnexpectedResponse when the response doesn’t fit the contract', async () => {
    await loopback.close();
    loopback = await startLoopback(() => ({ status: 200, text: '<!doctype html>' }));
    expect(await catchError(getProfile())).toBeInstanceOf(UnexpectedResponse);
  });
});

describe('a call that gets a 401', () => {
  it('is retried with a new access token, which is stored', async () => {
    storeTokens({ access: 'old', refresh: 'r' });
    expect(await getProfile()).toEqual(LENA);
    expect(loopback.received.map(({ path, token, body }) => [path, token, body])).toEqual([
      [accounts.getProfile.path, 'old', undefined],
      [REFRESH, 'old', { refresh: 'r' }],
      [accounts.getProfile.path, 'new', undefined],
    ]);
    expect({ ...localStorage }).toEqual({ access_token: 'new', refresh_token: 'r' });
  });

  it('isn’t retried again when the new token is rejected too', async () => {
    acceptedToken = 'none';
    storeTokens({ access: 'old', refresh: 'r' });
    expect(await catchError(getProfile())).toMatchObject({ status: 401, detail: 'Expired.' });
    expect(requestsTo(accounts.getProfile.path)).toHaveLength(2);
    expect(requestsTo(REFRESH)).toHaveLength(1);
  });

  it('shares one refresh with all concurrent calls that get a 401', async () => {
    respondToRefresh = async () => {
      await delay();
      return { status: 200, body: { access: 'new' } };
    };
    storeTokens({ access: 'old', refresh: 'r' });
    const profiles = await Promise.all(Array.from({ length: 8 }, getProfile));
    expect(profiles).toEqual(Array(8).fill(LENA));
    expect(requestsTo(REFRESH)).toHaveLength(1);
    expect(requestsTo(accounts.getProfile.path)).toHaveLength(16);
  });

  it('fails like all waiting calls when the refresh is rejected, and both tokens are removed', async () => {
    respondToRefresh = async () => {
      await delay();
      return { status: 401, body: { detail: 'The session has ended.' } };
    };
    storeTokens({ access: 'old', refresh: 'r' });
    const failures = await Promise.all(Array.from({ length: 5 }, () => catchError(getProfile())));
    expect(failures.map((failure) => (failure as ApiError).status)).toEqual(Array(5).fill(401));
    expect(requestsTo(REFRESH)).toHaveLength(1);
    expect(requestsTo(accounts.getProfile.path)).toHaveLength(5);
    expect({ ...localStorage }).toEqual({});
  });

  it('is rejected without a refresh request when there is no refresh token', async () => {
    localStorage.setItem('access_token', 'old');
    expect(await catchError(getProfile())).toMatchObject({ status: 401 });
    expect(requestsTo(REFRESH)).toHaveLength(0);
    expect({ ...localStorage }).toEqual({});
  });

  it.each([500, 503, 429])(
    'keeps the tokens when the refresh returns %i, as it may succeed later',
    async (status) => {
      respondToRefresh = () => ({ status, body: { detail: 'Later.' } });
      storeTokens({ access: 'old', refresh: 'r' });
      expect(await catchError(getProfile())).toMatchObject({ status: 401 });
      expect({ ...localStorage }).toEqual({ access_token: 'old', refresh_token: 'r' });
    },
  );

  it('refreshes again once the first refresh has ended', async () => {
    respondToRefresh = () => ({ status: 503, body: { detail: 'Later.' } });
    storeTokens({ access: 'old', refresh: 'r' });
    await catchError(getProfile());
    respondToRefresh = () => ({ status: 200, body: { access: 'new' } });
    expect(await getProfile()).toEqual(LENA);
    expect(requestsTo(REFRESH)).toHaveLength(2);
  });
});
