import { accounts } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionEnd } from '../api/session-end.ts';
import { createAccessToken } from '../api/testing/access-token.ts';
import type { Received, Reply } from '../api/testing/loopback.ts';
import { LENA, MARIA } from '../api/testing/profiles.ts';
import { storeTokens } from '../api/tokens.ts';
import { createEditorServer } from '../features/subtitles/editor/testing/editor-server.ts';
import { segments } from '../features/subtitles/editor/testing/segments.ts';
import { sampleResponse } from '../testing/sample-responses.ts';
import { setOnline } from '../ui/testing/set-online.ts';
import { FIRST_RETRY_MS } from './screen-error.tsx';
import { openApp } from './testing/open-app.tsx';

let app: Awaited<ReturnType<typeof openApp>>;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionEnd.report(false);
});
afterEach(async () => {
  setOnline(true);
  await app.close();
  vi.restoreAllMocks();
});

const TOKENS = { access: createAccessToken('1'), refresh: 'r' };
const REFUSED: Reply = { status: 401, body: { detail: 'The session has ended.' } };

/** A learner's server; `override` responds first. */
const createServer =
  (profile: accounts.Profile, override: (received: Received) => Reply | undefined = () => undefined) =>
  (received: Received): Reply =>
    override(received) ??
    (received.path === accounts.getProfile.path && received.method === 'GET'
      ? { status: 200, body: profile }
      : sampleResponse(received));

describe('while the server can’t be reached', () => {
  it('a page reports it, and recovers automatically', async () => {
    storeTokens(TOKENS);
    let isDown = true;
    app = await openApp(
      '/profile',
      createServer(LENA, () => (isDown ? { status: 503, body: {} } : undefined)),
    );
    expect(await screen.findByRole('heading', { name: "Can't reach the server." })).toBeTruthy();
    expect(app.address()).toBe('/profile');
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
    isDown = false;
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy();
    expect(app.address()).toBe('/profile');
  });

  it('a button retries immediately', async () => {
    storeTokens(TOKENS);
    let isDown = true;
    const originalSetTimeout = window.setTimeout;
    // Disables the automatic retry.
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, delay = 0) =>
      delay === FIRST_RETRY_MS ? 0 : originalSetTimeout(run, delay)) as typeof setTimeout);
    app = await openApp(
      '/profile',
      createServer(LENA, () => (isDown ? { status: 503, body: {} } : undefined)),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 3000 });
    isDown = false;
    await app.user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Profile' }, { timeout: 3000 })).toBeTruthy();
  });

  it('an expired token doesn’t end the session', async () => {
    storeTokens({ ...TOKENS, access: 'expired' });
    let isDown = true;
    app = await openApp(
      '/profile',
      createServer(LENA, ({ path }) => {
        if (path === accounts.refreshToken.path) {
          return isDown ? { status: 503, body: {} } : { status: 200, body: { access: TOKENS.access } };
        }
        return isDown ? REFUSED : undefined;
      }),
    );
    await waitFor(() => expect(app.received.length).toBeGreaterThan(1));
    expect(app.address()).toBe('/profile');
    isDown = false;
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy();
  });
});

describe('a link to a page', () => {
  it('is opened after the login, even after a visit to the registration', async () => {
    app = await openApp('/video/3?from=mail', createServer(LENA));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(app.address()).toBe('/login?next=%2Fvideo%2F3%3Ffrom%3Dmail');
    await app.user.click(screen.getAllByRole('link', { name: 'Register' })[1] as HTMLElement);
    await screen.findByRole('heading', { name: 'Register' });
    expect(app.address()).toBe('/register?next=%2Fvideo%2F3%3Ffrom%3Dmail');
    await app.user.click(screen.getAllByRole('link', { name: 'Log In' })[1] as HTMLElement);
    await screen.findByRole('heading', { name: 'Log In' });

    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    await app.user.type(screen.getByLabelText('Username'), 'lena');
    await app.user.type(screen.getByLabelText('Password'), 'say it back{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/video/3?from=mail'));
  });

  it('isn’t followed after the login if it leads to another site', async () => {
    app = await openApp('/login?next=//evil.example/', createServer(LENA));
    await screen.findByRole('heading', { name: 'Log In' });
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    await app.user.type(screen.getByLabelText('Username'), 'lena');
    await app.user.type(screen.getByLabelText('Password'), 'say it back{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  });

  it('is opened directly if already signed in', async () => {
    storeTokens(TOKENS);
    app = await openApp('/login?next=/profile', createServer(LENA));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy();
  });
});

describe('a session ended elsewhere', () => {
  const endingServer = () =>
    createServer(LENA, ({ path, method }) =>
      isEnded && (path === accounts.refreshToken.path || method !== 'GET') ? REFUSED : undefined,
    );
  let isEnded: boolean;

  it('shows a bar with a link to the login above the current page', async () => {
    storeTokens(TOKENS);
    isEnded = false;
    app = await openApp('/settings', endingServer());
    const email = await screen.findByLabelText<HTMLInputElement>('Email address');
    await app.user.type(email, 'lena@example.org');
    isEnded = true;
    await app.user.click(await screen.findByText('Dark'));
    expect(await screen.findByText(/You were logged out\./)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Log in to keep your progress' });
    expect(link.getAttribute('href')).toBe('/login?next=%2Fsettings');
    expect(email.isConnected && email.value).toBe('lena@example.org');
    await app.user.click(link);
    expect(await screen.findByRole('heading', { name: 'Log In' })).toBeTruthy();
    expect(screen.queryByText(/You were logged out\./)).toBeNull();
  });

  it('shows the authentication alert when the sync screen is opened', async () => {
    storeTokens(TOKENS);
    app = await openApp(
      '/subtitles/sync/4/en',
      createServer(MARIA, () => REFUSED),
    );
    expect(await screen.findByText('Authentication error. Please log in again.')).toBeTruthy();
    await waitFor(() => expect(app.address()).toBe('/login?next=%2Fsubtitles%2Fsync%2F4%2Fen'));
  });
});

describe('a session ended elsewhere while a page is shown', () => {
  it('shows the authentication alert when the sync screen is opened from it', async () => {
    storeTokens(TOKENS);
    let isEnded = false;
    app = await openApp(
      '/profile',
      createServer(MARIA, () => (isEnded ? REFUSED : undefined)),
    );
    await screen.findByRole('heading', { name: 'Profile' });
    isEnded = true;
    void app.go('/subtitles/sync/4/en');
    expect(await screen.findByText('Authentication error. Please log in again.')).toBeTruthy();
    await waitFor(() => expect(app.address()).toBe('/login?next=%2Fsubtitles%2Fsync%2F4%2Fen'));
    expect(screen.getAllByText('Authentication error. Please log in again.')).toHaveLength(1);
  });
});

describe('a session ended elsewhere during practice', () => {
  it('keeps the practice screen open, although the list of lines can’t load its data', async () => {
    storeTokens(TOKENS);
    let isEnded = false;
    app = await openApp(
      '/video/1',
      createServer(LENA, () => (isEnded ? REFUSED : undefined)),
    );
    const lines = await screen.findByRole('button', { name: 'Lines' });
    isEnded = true;
    await app.user.click(lines);
    expect(await screen.findByText(/You were logged out\./)).toBeTruthy();
    // If the guards had run again, they would have left the page by now.
    await screen.findByLabelText('Search the lines');
    expect(app.address()).toBe('/video/1');
  });
});

describe('while offline', () => {
  it.each([
    { path: '/login', heading: 'Log In', text: "You're offline. Nothing can be saved until you're back." },
    { path: '/profile', heading: 'Profile', text: "You're offline. Your progress is kept on this device." },
    { path: '/users', heading: 'Users', text: "You're offline. Nothing can be saved until you're back." },
  ])('a bar is shown at $path until the connection is back', async ({ path, heading, text }) => {
    if (path !== '/login') storeTokens(TOKENS);
    app = await openApp(path, createServer(MARIA));
    await screen.findByRole('heading', { name: heading });
    expect(screen.queryByText(/You're offline/)).toBeNull();
    setOnline(false);
    expect(screen.getByText(/You're offline/).closest('[role=status]')?.textContent).toBe(text);
    setOnline(true);
    expect(screen.queryByText(/You're offline/)).toBeNull();
  });
});

it('only the editor shows that offline edits are saved on the device', async () => {
  storeTokens(TOKENS);
  const editor = createEditorServer(segments(3));
  app = await openApp('/subtitles/3/edit', createServer(MARIA, editor.respond));
  await screen.findByRole('textbox', { name: 'Segment 1, Target Subtitle' });
  setOnline(false);
  const note = "You're offline. What you write is kept on this device and will be saved when you're back.";
  expect(screen.getAllByText(/You're offline/).map(({ textContent }) => textContent)).toEqual([note]);
  setOnline(true);
  expect(screen.queryByText(/You're offline/)).toBeNull();
});

it('Back returns from a video to the list with its filter', async () => {
  storeTokens(TOKENS);
  app = await openApp('/?language=fr', createServer(LENA));
  await app.user.click((await screen.findAllByTestId('video-card'))[0] as HTMLElement);
  await waitFor(() => expect(app.address()).toMatch(/^\/video\//));
  await app.user.click(await screen.findByRole('link', { name: 'Back' }));
  await waitFor(() => expect(app.address()).toBe('/?language=fr'));
});
