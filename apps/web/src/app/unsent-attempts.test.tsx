import { accounts, practice } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccessToken } from '../api/testing/access-token.ts';
import type { Received, Reply } from '../api/testing/loopback.ts';
import { LENA } from '../api/testing/profiles.ts';
import { storeTokens } from '../api/tokens.ts';
import { storeAttempt } from '../features/practice/attempts/attempts.ts';
import { unsentAttempts } from '../features/practice/unsent/unsent-storage.ts';
import { sampleResponse } from '../testing/sample-responses.ts';
import { setOnline } from '../ui/testing/set-online.ts';
import { openApp } from './testing/open-app.tsx';

let app: Awaited<ReturnType<typeof openApp>>;
let isDown = false;
beforeEach(() => {
  localStorage.clear();
  isDown = false;
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
});
afterEach(() => app.close());

function respond(received: Received): Reply {
  if (received.path === practice.saveAttempts.path)
    return isDown ? { status: 503, body: {} } : { status: 200, body: { counted: 1, refused: [] } };
  if (received.path === accounts.getProfile.path) return { status: 200, body: LENA };
  return sampleResponse(received);
}
const storeSaidTurn = () =>
  storeAttempt('1', 7, [{ id: 1, start: 1000, end: 1800, original: 'Hello.', target: 'Hola.' }], 'said');
const attemptRequests = () => app.received.filter(({ path }) => path === practice.saveAttempts.path);
const isStored = () => unsentAttempts.items('1').length > 0;

it('a turn said offline is sent from the next opened page', async () => {
  storeSaidTurn();
  app = await openApp('/profile', respond);
  await screen.findByRole('heading', { name: 'Profile' });
  await waitFor(() => expect(isStored()).toBe(false));
  expect(attemptRequests()).toHaveLength(1);
});

it('a turn that couldn’t be sent is sent once online', async () => {
  isDown = true;
  storeSaidTurn();
  app = await openApp('/profile', respond);
  await waitFor(() => expect(attemptRequests().length).toBeGreaterThan(0));
  expect(isStored()).toBe(true);
  isDown = false;
  setOnline(false);
  setOnline(true);
  await waitFor(() => expect(isStored()).toBe(false));
});
