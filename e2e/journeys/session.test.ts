import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { addClip, adminApi, createApi, ENGLISH_CLIP } from '../support/api.ts';
import { practicePage } from '../support/practice.ts';
import { sharedClipId } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';
import { logIn } from './accounts/forms.ts';

/** Replaces the access token with an unsigned one for the same account that expires in this many seconds. */
const replaceAccessToken = (page: Page, seconds: number) =>
  page.evaluate((seconds) => {
    const [header, payload = ''] = (localStorage.getItem('access_token') ?? '').split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const changed = { ...claims, exp: Math.floor(Date.now() / 1000) + seconds };
    localStorage.setItem('access_token', `${header}.${btoa(JSON.stringify(changed))}.nobody`);
  }, seconds);
const storedTokens = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('_token')));

/** Ends the session on the server, like another device. */
async function endSession(page: Page, url: string): Promise<void> {
  const refresh = await page.evaluate(() => localStorage.getItem('refresh_token') ?? '');
  await createApi(url)(accounts.logout, { body: { refresh } });
}

function countRequests(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

const path = `/video/${sharedClipId()}`;

test('an expired access token is renewed before any request uses it', async ({ page, signIn }) => {
  await signIn(page);
  await replaceAccessToken(page, -1);
  const refreshes = countRequests(page, accounts.refreshToken.path);
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
  await page.goto(path);
  await expect(practicePage(page).play).toBeEnabled();
  expect(refreshes()).toBe(1);
  expect(refused).toEqual([]);
});

test('a session ended elsewhere leads to the login on the next navigation, and then to the requested page', async ({
  page,
  server,
  signIn,
}) => {
  // Other journeys add videos with the clip's title.
  const title = 'Back after a login';
  await addClip(await adminApi(server.url), { ...ENGLISH_CLIP, title });
  const account = await signIn(page);
  await page.goto('/');
  const card = page.getByTestId('video-card').filter({ hasText: title }).first();
  await expect(card).toBeVisible();
  await endSession(page, server.url);
  await card.click();
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(await storedTokens(page)).toEqual([]);
  await logIn(page, account);
  await expect(practicePage(page).play).toBeEnabled();
});

test('practice continues with a banner after its session was ended elsewhere, and keeps the progress', async ({
  page,
  server,
  signIn,
}) => {
  const account = await signIn(page);
  await page.goto(path);
  const practice = practicePage(page);
  await expect(practice.play).toBeEnabled();
  await endSession(page, server.url);
  await practice.next.click();
  await expect(page.getByText(/You were logged out\./)).toBeVisible();
  await practice.next.click();
  await expect(practice.count).toContainText('3');
  await page.getByRole('link', { name: 'Log in to keep your progress' }).click();
  await logIn(page, account);
  await expect(practice.count).toContainText('3');
  await expect(page.getByText(/You were logged out\./)).toBeHidden();
});

test('logging out in one tab ends the session in the others', async ({ page, context, signIn }) => {
  await signIn(page);
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Save Settings' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/login$/);

  await expect(page.getByText('No access token found. Please log in.')).toBeVisible();
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
});
