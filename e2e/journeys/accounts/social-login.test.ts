import type { Page } from '@playwright/test';
import { expect, test } from './account-test.ts';
import { signInAtSchool } from './school.ts';

/** Returns the URLs in the browser's history. */
const historyUrls = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { navigation: { entries: () => { url: string }[] } }).navigation
      .entries()
      .map(({ url }) => url),
  );

test('signing in with the provider puts no token in any URL', async ({ page, server }) => {
  await page.goto('/login');
  await signInAtSchool(page, 'ana');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
  await expect(page).toHaveURL(`${server.url}/`);
  expect((await historyUrls(page)).join()).not.toMatch(/token|code=/);

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('ana.lópez')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue('ana@school.example');
});

test('a callback without a session leads to the login, with a message', async ({ page }) => {
  await page.goto('/login/callback');
  await expect(page.getByRole('alert')).toHaveText('Sign-in failed. Try again.');
  await expect(page).toHaveURL(/\/login$/);
});
