import { makeLearner } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { logIn } from './forms.ts';

test('logging in leads home, and stores both tokens', async ({ page, server }) => {
  const account = await makeLearner(server.url);
  await page.goto('/login');
  await logIn(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
  await expect(page).toHaveURL(`${server.url}/`);
  const storedKeys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.endsWith('_token')),
  );
  expect(storedKeys.sort()).toEqual(['access_token', 'refresh_token']);
});

test('a callback without a session leads to the login, with a message', async ({ page }) => {
  await page.goto('/login/callback');
  await expect(page.getByRole('alert')).toHaveText('Sign-in failed. Try again.');
  await expect(page).toHaveURL(/\/login$/);
});
