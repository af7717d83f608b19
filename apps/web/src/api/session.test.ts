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
/** Answered first, one after the other. */
let before: Reply[] = [];
beforeEach(async () => {
  localStorage.clear();
  loopback = await startLoopback(() => before.shift() ?? response);
  before = [];
});
afterEach(() => loopback.close());

const received = (path: string) => loopback.received.filter((call) => call.path === path);

describe('a login', () => {
  it('ends the previous session', async () => {
    response = { status: 200, body: TOKENS };
    storeTokens({ access: 'old', refresh: 'the old one' });
    await logIn({ username: 'lena', password: 'x' });
    expect(refreshToken()).toBe('r');
    await waitFor(() =>
      expect(received(accounts.logout.path)).toMatchObject([{ body: { refresh: 'the old one' } }]),
    );
  });
});

describe('a login at a busy server', () => {
  const busy = { status: 503, body: { detail: 'Busy.' }, headers: { 'retry-after': '1' } };

  it('is tried again when the server says so', async () => {
    before = [busy, busy];
    response = { status: 200, body: TOKENS };
    await logIn({ username: 'lena', password: 'x' });
    expect(refreshToken()).toBe('r');
    expect(received(accounts.login.path)).toHaveLength(3);
  });

  it('fails at the third time, and at once without a Retry-After', async () => {
    response = busy;
    await expect(logIn({ username: 'lena', password: 'x' })).rejects.toMatchObject({ status: 503 });
    expect(received(accounts.login.path)).toHaveLength(3);
    response = { status: 503, body: {} };
    await expect(logIn({ username: 'lena', password: 'x' })).rejects.toMatchObject({ status: 503 });
    expect(received(accounts.login.path)).toHaveLength(4);
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
    expect(received(accounts.getProfile.path)).toMatchObject([{ token: ACCESS }]);
  });

  it('ends the previous session on the server', async () => {
    response = { status: 200, body: LENA };
    storeTokens({ access: 'old', refresh: 'the old one' });
    await adoptSession(new QueryClient(), TOKENS);
    await waitFor(() =>
      expect(received(accounts.logout.path)).toMatchObject([{ body: { refresh: 'the old one' } }]),
    );
  });

  it('isn’t ended when it is adopted again', async () => {
    response = { status: 200, body: LENA };
    const client = new QueryClient();
    await adoptSession(client, TOKENS);
    await adoptSession(client, TOKENS);
    await adoptSession(client, { ...TOKENS, refresh: 'another' });
    await waitFor(() => expect(received(accounts.logout.path)).toMatchObject([{ body: { refresh: 'r' } }]));
  });

  it.each([401, 500])('is dropped when the profile can’t be read: %i', async (status) => {
    response = { status, body: { detail: 'No.' } };
    const client = new QueryClient();
    expect(await adoptSession(client, TOKENS)).toBe(false);
    expect([accessToken(), refreshToken()]).toEqual([null, null]);
    expect(client.getQueryData(profileQuery.queryKey)).toBeNull();
  });
});
