import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { type Account, apiAs, createApi, createLearner, logInForTokens } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { logIn, newPasswordFields } from './forms.ts';

const NEW_PASSWORD = 'another horse 42';

const expectLogin = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');

/** Signs in as a user, and opens their settings. */
async function openSettings(
  page: Page,
  signIn: (page: Page, account?: Account) => Promise<Account>,
  account: Account,
): Promise<void> {
  await signIn(page, account);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
}

test('changing the password requires the current one, and ends every session', async ({
  page,
  openBrowser,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  const other = await openBrowser();
  await signIn(other, account);
  await openSettings(page, signIn, account);
  const currentPassword = page.getByLabel('Current Password');
  const submit = page.getByRole('button', { name: 'Change password' });
  await expect(submit).toBeDisabled();
  await currentPassword.fill('not this one');
  await newPasswordFields(page).first.fill(NEW_PASSWORD);
  await newPasswordFields(page).second.fill(NEW_PASSWORD);
  await submit.click();
  await expect(currentPassword).toHaveAttribute('aria-invalid', 'true');
  await expect(currentPassword).toBeFocused();
  await currentPassword.fill(account.password);
  await submit.click();

  await expectLogin(page);
  await expect(page.getByRole('status')).toHaveText('Password changed. Log in with your new password.');
  await other.goto('/profile');
  await expectLogin(other);
  await logIn(page, { ...account, password: NEW_PASSWORD });
  await expect(page).toHaveURL(`${server.url}/`);
});

test('a user can download all their data', async ({ page, server, signIn }) => {
  const account = await createLearner(server.url, 'export@example.org');
  const api = await apiAs(server.url, account);
  await api(accounts.addPracticeLanguage, { body: { language: 'fr' } });
  await openSettings(page, signIn, account);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^sayback-${account.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
  );
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    account: { username: account.username, email: 'export@example.org' },
    practice_languages: ['fr'],
  });
  expect(text).not.toMatch(/argon2|token_hash|password_hash/);
});

test('an account is deleted after entering its name and password', async ({ page, server, signIn }) => {
  const account = await createLearner(server.url);
  await openSettings(page, signIn, account);
  const opener = page.getByRole('button', { name: 'Delete my account' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' });
  const name = dialog.getByLabel(`Type ${account.username} to confirm`);
  await expect(name).toBeFocused();
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(opener).toBeFocused();

  await opener.click();
  await name.fill(account.username);
  await dialog.getByLabel('Your password').fill('not this one');
  await confirm.click();
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your password').fill(account.password);
  await confirm.click();
  await expectLogin(page);
  await expect(page.getByRole('status')).toHaveText('Your account was deleted.');
  await logIn(page, account);
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password.');
});

test('the colour scheme is saved for the account, on every device', async ({
  page,
  openBrowser,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  await openSettings(page, signIn, account);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByText('Dark', { exact: true }).click();
  await saved;
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const other = await openBrowser();
  await signIn(other, account);
  await other.goto('/profile');
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('logging out ends the session on the server, and clears the browser’s storage', async ({
  page,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  await openSettings(page, signIn, account);
  const refresh = await page.evaluate(() => localStorage.getItem('refresh_token') ?? '');
  const anonymous = createApi(server.url);
  await anonymous(accounts.refreshToken, { body: { refresh } });
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expectLogin(page);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  await expect(anonymous(accounts.refreshToken, { body: { refresh } })).rejects.toThrow('401');
  await logInForTokens(server.url, account);
});
