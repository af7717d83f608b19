import type { Page } from '@playwright/test';
import { expect, test } from './account-test.ts';
import { goToSchool, refuseConsent, signInAtSchool } from './school.ts';

const OUTDATED = 'That sign-in took too long or started in another browser. Start again.';

/** Returns the URLs in the browser's history. */
const historyOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { navigation: { entries: () => { url: string }[] } }).navigation
      .entries()
      .map(({ url }) => url),
  );

/** Returns the URL of the last request for a path, on any host. */
function watchPath(page: Page, path: string): () => URL {
  let lastUrl = '';
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) lastUrl = request.url();
  });
  return () => new URL(lastUrl);
}

test('from the button to the profile, with the tokens in no URL', async ({ page, server }) => {
  await page.goto('/login');
  await signInAtSchool(page, 'ana');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
  await expect(page).toHaveURL(`${server.url}/`);
  expect((await historyOf(page)).join()).not.toMatch(/token|code=/);

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('ana.lópez')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue('ana@school.example');
});

test('a denied consent is reported at the login, once', async ({ page, server }) => {
  await page.goto('/login');
  await goToSchool(page, 'ana');
  await refuseConsent(page);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('You cancelled the sign-in. Nothing was changed.');
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  await expect(alert).toBeHidden();
});

test('a callback fails in another browser, or with an unknown state', async ({
  page,
  openBrowser,
  server,
}) => {
  const authRequest = watchPath(page, '/auth');
  await page.goto('/login');
  await goToSchool(page, 'ana');
  const callbackUrl = `${server.url}/accounts/school/login/callback/?code=made-up&state=`;

  const otherBrowser = await openBrowser();
  await otherBrowser.goto(callbackUrl + authRequest().searchParams.get('state'));
  await expect(otherBrowser.getByRole('alert')).toHaveText(OUTDATED);

  // The owner of the state wasn't affected.
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');

  const other = await openBrowser();
  await other.goto('/login');
  await goToSchool(other, 'ana');
  await other.goto(`${callbackUrl}another`);
  await expect(other.getByRole('alert')).toHaveText(OUTDATED);
});

test('a callback that was already used leads to the login with a message', async ({ page }) => {
  const callbackRequest = watchPath(page, '/accounts/school/login/callback/');
  await page.goto('/login');
  await signInAtSchool(page, 'ana');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(callbackRequest().href);
  await expect(page.getByRole('alert')).toHaveText(OUTDATED);
});
