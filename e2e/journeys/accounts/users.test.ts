import type { Page } from '@playwright/test';
import { type Account, createLearner } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';
import { authForm, logIn, register } from './forms.ts';

const userRows = (page: Page) => page.getByTestId('user');

/** Filters the list down to one account. */
async function findUser(page: Page, { username }: Account): Promise<void> {
  await page.goto('/users');
  await page.getByRole('searchbox').fill(username);
  await expect(page).toHaveURL(`/users?q=${username}`);
  await expect(userRows(page)).toHaveCount(1);
}

/** Chooses an action for the only account in the list, and opens its confirmation. */
async function chooseAction(page: Page, action: string): Promise<void> {
  await userRows(page).getByRole('button').click();
  await page.getByRole('menuitem', { name: action }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action }).click();

test('accounts, invitations and activity are for administrators only', async ({ page, signIn }) => {
  const paths = ['/users', '/users/invitations', '/users/activity'];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  }
  await signIn(page);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
  }
});

test('an account is found by part of its email address, and an empty result shows a message', async ({
  page,
  server,
  signIn,
}) => {
  const { username } = await createLearner(server.url, 'needle@haystack.example');
  await signIn(page, ADMIN);
  await page.goto('/users');
  await page.getByRole('searchbox').fill('needle@hay');
  await expect(userRows(page)).toHaveCount(1);
  await expect(userRows(page)).toContainText(username);
  await expect(page.getByText('1 account', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No accounts found.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all accounts' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(userRows(page).first()).toBeVisible();
});

test('a disabled account is logged out automatically, and can log in once it is enabled again', async ({
  page,
  openBrowser,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  const other = await openBrowser();
  await signIn(other, account);
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
  await signIn(page, ADMIN);
  await findUser(page, account);
  await chooseAction(page, 'Disable');
  await confirm(page, 'Disable');
  await expect(page.getByText(`${account.username} is disabled.`)).toBeVisible();
  await expect(async () => {
    await other.goto('/profile');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Log In');
  }).toPass({ timeout: 60_000 });
  await logIn(other, account);
  await expect(other.getByRole('alert')).toHaveText('Wrong username or password.');

  await chooseAction(page, 'Enable');
  await confirm(page, 'Enable');
  await expect(page.getByText(`${account.username} is enabled.`)).toBeVisible();
  await authForm(other).logIn.click();
  // Returns to the page that required the login.
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Profile');
});

test('an invitation can be created, copied, used, and revoked; the activity shows it', async ({
  page,
  context,
  openBrowser,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, ADMIN);
  await page.goto('/users/invitations');
  const opener = page.getByRole('button', { name: 'New invitation' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'New invitation' });
  await dialog.getByLabel('Group name (optional)').fill('Class 9c');
  await dialog.getByLabel('How many people').fill('0');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 10000.')).toBeVisible();
  await dialog.getByLabel('How many people').fill('2');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(dialog.getByLabel('Link')).toHaveValue(link);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(opener).toBeFocused();

  const invitation = page.getByTestId('invitation').filter({ hasText: 'Class 9c' });
  await expect(invitation).toContainText('2 uses left');
  const invited = await openBrowser();
  await invited.goto(link);
  await register(invited, { username: `class-9c-${Date.now()}`, password: 'correct horse 9' });
  await expect(invited.getByRole('status')).toHaveText('Registration successful. Please login.');
  await page.reload();
  await expect(invitation).toContainText('1 use left');
  await invitation.getByRole('button', { name: 'Revoke the invitation: Class 9c' }).click();
  await confirm(page, 'Revoke');
  await expect(page.getByText('Invitation revoked.')).toBeVisible();
  await expect(invitation).toBeHidden();

  await page.getByRole('link', { name: 'Activity' }).click();
  const entries = page.getByTestId('audit-entry');
  await expect(entries.nth(0)).toContainText(/admin.*Revoked the invitation Class 9c/);
  await expect(entries.nth(1)).toContainText(/admin.*Created an invitation.*Group: Class 9c/);
});

test('a list that failed to load shows an error, and can be reloaded', async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  await page.route('**/api/users/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/users');
  await expect(page.getByRole('alert')).toContainText("Couldn't load the accounts.");
  await page.unroute('**/api/users/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(userRows(page).first()).toBeVisible();
});
