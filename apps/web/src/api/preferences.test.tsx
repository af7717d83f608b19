import { accounts, DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPageAccount } from './page-account.ts';
import { preferencesQuery, useChangePreferences } from './preferences.ts';
import { createAccessToken } from './testing/access-token.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { storeTokens } from './tokens.ts';

let loopback: Awaited<ReturnType<typeof startLoopback>>;
/** The server's preferences. */
let saved: accounts.Preferences;
let rejection: Reply | null;
let pendingReply: Promise<Reply> | null;

function handleRequest({ method, body }: Received): Reply | Promise<Reply> {
  if (method === 'GET') return pendingReply ?? { status: 200, body: saved };
  if (rejection) return rejection;
  const changes = body as Partial<accounts.Preferences>;
  if (changes.player?.repeats === 99) return { status: 400, body: { detail: 'No.' } };
  saved = { ...saved, ...changes, player: { ...saved.player, ...changes.player } };
  return { status: 200, body: saved };
}

beforeEach(async () => {
  localStorage.clear();
  saved = {
    interface_language: null,
    theme: 'auto',
    player: DEFAULT_PLAYER_SETTINGS,
    review: accounts.DEFAULT_REVIEW,
  };
  rejection = null;
  pendingReply = null;
  loopback = await startLoopback(handleRequest);
});
afterEach(async () => {
  cleanup();
  await loopback.close();
});

/** Opens or reloads a page as the user of this account. */
async function open(account = '1') {
  storeTokens({ access: createAccessToken(account), refresh: 'r' });
  setPageAccount(account);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const outcome = { onQueued: vi.fn(), onRefused: vi.fn() };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ shown: useQuery(preferencesQuery).data, change: useChangePreferences(outcome) }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.shown).toBeDefined());
  return {
    ...outcome,
    client,
    speed: () => result.current.shown?.player.speed,
    change: (player: Partial<accounts.Preferences['player']>) => act(() => result.current.change({ player })),
  };
}

const unavailable: Reply = { status: 503, body: {} };

describe('a setting that can’t be saved now', () => {
  it('applies immediately, and is saved along with the next change', async () => {
    const page = await open();
    rejection = unavailable;
    page.change({ speed: 0.75 });
    await waitFor(() => expect(page.onQueued).toHaveBeenCalled());
    expect(page.speed()).toBe(0.75);
    expect(page.onRefused).not.toHaveBeenCalled();
    rejection = null;
    page.change({ repeats: 3 });
    await waitFor(() => expect(saved.player).toMatchObject({ speed: 0.75, repeats: 3 }));
  });

  it('survives a reload, and is saved by the next one that reaches the server', async () => {
    const firstPage = await open();
    rejection = unavailable;
    firstPage.change({ speed: 0.75 });
    await waitFor(() => expect(firstPage.onQueued).toHaveBeenCalled());
    expect((await open()).speed()).toBe(0.75);
    rejection = null;
    expect((await open()).speed()).toBe(0.75);
    expect(saved.player.speed).toBe(0.75);
    expect(localStorage.getItem('account:1:preferences:')).toBeNull();
  });

  it('isn’t saved for another account', async () => {
    const page = await open();
    rejection = unavailable;
    page.change({ speed: 0.75 });
    await waitFor(() => expect(page.onQueued).toHaveBeenCalled());
    rejection = null;
    expect((await open('12')).speed()).toBe(1);
    expect(saved.player.speed).toBe(1);
  });
});

it('a setting changed during a reload of the preferences keeps the chosen value', async () => {
  const page = await open();
  const { queryKey } = preferencesQuery;
  let respond: (reply: Reply) => void = () => undefined;
  pendingReply = new Promise((resolve) => (respond = resolve));
  const body = saved;
  const reload = page.client.refetchQueries({ queryKey });
  await waitFor(() => expect(loopback.received.filter(({ method }) => method === 'GET')).toHaveLength(2));
  page.change({ speed: 0.75 });
  respond({ status: 200, body });
  await reload;
  await waitFor(() => expect(saved.player.speed).toBe(0.75));
  expect(page.speed()).toBe(0.75);
});

describe('a setting that the server refuses', () => {
  it('doesn’t discard an earlier unsaved setting', async () => {
    const page = await open();
    rejection = unavailable;
    page.change({ speed: 0.75 });
    await waitFor(() => expect(page.onQueued).toHaveBeenCalled());
    rejection = null;
    page.change({ repeats: 99 });
    await waitFor(() => expect(page.onRefused).toHaveBeenCalled());
    expect((await open()).speed()).toBe(0.75);
    expect(saved.player).toMatchObject({ speed: 0.75, repeats: 1 });
  });

  it('is reverted', async () => {
    const page = await open();
    rejection = { status: 400, body: { detail: 'No.' } };
    page.change({ speed: 0.75 });
    await waitFor(() => expect(page.onRefused).toHaveBeenCalled());
    await waitFor(() => expect(page.speed()).toBe(1));
    expect(page.onQueued).not.toHaveBeenCalled();
  });
});
