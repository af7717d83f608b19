import { accounts } from '@sayback/contract';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adoptSession, logIn, profileQuery } from './session.ts';
import { type Reply, startLoopback } from './testing/loopback.ts';
import { LENA } from './testing/profiles.ts';
import { accessToken, refreshToken, storeTokens } from './tokens.ts';

const ACCESS = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.x`;
const TOKENS = { access: ACCESS, refresh: 'r' };

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let response: Reply;
/** Responses to the first requests, in this order. */
let firstResponses: Reply[] = [];
beforeEach(async () => {
  localStorage.clear();
  loopback = await startLoopback(() => firstResponses.shift() ?? response);
  firstResponses = [];
});
afterEach(() => loopback.close());

const requestsTo = (path: string) => loopback.received.filter((request) => request.path === path);

describe('a login', () => {
  it('ends the previous session', async () => {
    response = { status: 200, body: TOKENS };
    storeTokens({ access: 'old', refresh: 'the old one' });
    await logIn({ username: 'lena', password: 'x' });
    expect(refreshToken()).toBe('r');
    await waitFor(() =>
      expect(requestsTo(accounts.logout.path)).toMatchObject([{ body: { refresh: 'the old one' } }]),
    );
  });
});

describe('a login at a busy server', () => {
  const busy = { status: 503, body: { detail: 'Busy.' }, headers: { 'retry-after': '1' } };

  it('is retried after the server’s Retry-After', async () => {
    firstResponses = [busy, busy];
    response = { status: 200, body: TOKENS };
    await logIn({ username: 'lena', password: 'x' });
    expect(refreshToken()).toBe('r');
    expect(requestsTo(accounts.login.path)).toHaveLength(3);
  });

  it('fails after three attempts, or immediately without a Retry-After', async () => {
    response = busy;
    await expect(logIn({ username: 'lena', password: 'x' })).rejects.toMatchObject({ status: 503 });
    expect(requestsTo(accounts.login.path)).toHaveLength(3);
    response = { status: 503, body: {} };
    await expect(logIn({ username: 'lena', password: 'x' })).rejects.toMatchObject({ status: 503 });
    expect(requestsTo(accounts.login.path)).toHaveLength(4);
  });
});

describe('a session started elsewhere', () => {
  it('replaces the previous session', async () => {
    response = { status: 200, body: LENA };
    const client = new QueryClient();
    storeTokens({ access: 'old', refresh: 'the old one' });
    const mira: accounts.Profile = { ...LENA, username: 'mira' };
    client.setQueryData(profileQuery.queryKey, mira);
    expect(await adoptSession(client, TOKENS)).toBe(true);
    expect([accessToken(), refreshToken()]).toEqual([ACCESS, 'r']);
    expect(client.getQueryData(profileQuery.queryKey)?.username).toBe('lena');
    expect(requestsTo(accounts.getProfile.path)).toMatchObject([{ token: ACCESS }]);
  });

  it('ends the previous session on the server', async () => {
    response = { status: 200, body: LENA };
    storeTokens({ access: 'old', refresh: 'the old one' });
    await adoptSession(new QueryClient(), TOKENS);
    await waitFor(() =>
      expect(requestsTo(accounts.logout.path)).toMatchObject([{ body: { refresh: 'the old one' } }]),
    );
  });

  it('isn’t ended when it is adopted again', async () => {
    response = { status: 200, body: LENA };
    const client = new QueryClient();
    await adoptSession(client, TOKENS);
    await adoptSession(client, TOKENS);
    await adoptSession(client, { ...TOKENS, refresh: 'another' });
    await waitFor(() => expect(requestsTo(accounts.logout.path)).toMatchObject([{ body: { refresh: 'r' } }]));
  });

  it.each([401, 500])('is dropped when the profile can’t be read: %i', async (status) => {
    response = { status, body: { detail: 'No.' } };
    const client = new QueryClient();
    expect(await adoptSession(client, TOKENS)).toBe(false);
    expect([accessToken(), refreshToken()]).toEqual([null, null]);
    expect(client.getQueryData(profileQuery.queryKey)).toBeNull();
  });
});
