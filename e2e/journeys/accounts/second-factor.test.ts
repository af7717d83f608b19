import type { CDPSession, Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { currentCode } from '../../../apps/server/src/testing/totp-code.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { type Account, createApi, createLearner } from '../../support/api.ts';
import { ADMIN, startSayback } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';
import { authForm, logIn } from './forms.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const openDialog = (page: Page) => page.getByRole('dialog');

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(authForm(page).logIn).toBeVisible();
}

/** Sets up the authenticator app in the open settings. Returns its key and the recovery codes. */
async function setUpApp(page: Page, { password }: Account) {
  await section(page).getByRole('button', { name: 'Set up the authenticator app' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(currentCode(key, -1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  return { key, codes };
}

/** Adds Chromium's virtual security key, which approves everything. */
async function addVirtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return session;
}

test('an authenticator app can be set up, and is required at the next login', async ({
  page,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  await signIn(page, account);
  await page.goto('/settings');
  const { key, codes } = await setUpApp(page, account);
  const downloading = page.waitForEvent('download');
  await openDialog(page).getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe(`sayback-recovery-codes-${account.username}.txt`);
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('body > *:visible');
  await expect(printed).toHaveCount(1);
  await expect(printed).toContainText(codes.at(-1) ?? '');
  await page.emulateMedia({ media: 'screen' });
  await openDialog(page).getByRole('button', { name: 'I have saved them' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(section(page)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(section(page).getByText('10 codes left.')).toBeVisible();
  await logOut(page);

  await logIn(page, account);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('That code is wrong or was already used.');
  await code.fill(currentCode(key));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/`);

  await page.goto('/settings');
  await logOut(page);
  await logIn(page, account);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goto('/settings');
  await expect(section(page).getByText('9 codes left.')).toBeVisible();

  await section(page).getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await openDialog(page).getByLabel('Your password').fill(account.password);
  await openDialog(page).getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expect(section(page).getByText('10 codes left.')).toBeHidden();
  await logOut(page);
  await logIn(page, account);
  await expect(page).toHaveURL(`${server.url}/`);
});

test('a passkey can be added, renamed, used at the next login and removed', async ({
  page,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  await signIn(page, account);
  await page.goto('/settings');
  await addVirtualAuthenticator(page);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  const factor = section(page).getByTestId('factor');
  await expect(factor.filter({ hasText: 'My laptop' })).toContainText('Not used yet');
  await section(page).getByRole('button', { name: 'Rename My laptop' }).click();
  await dialog.getByLabel('Name').fill('Old laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(factor.filter({ hasText: 'Old laptop' })).toBeVisible();
  await logOut(page);

  await logIn(page, account);
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' });
  await expect(usePasskey).toBeFocused();
  await usePasskey.click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goto('/settings');
  await expect(factor.filter({ hasText: 'Old laptop' })).toContainText('Last used');
  await section(page).getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(factor.filter({ hasText: 'Old laptop' })).toBeHidden();
});

test('going back from the second step leads to the login with the username filled in', async ({
  page,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  await signIn(page, account);
  await page.goto('/settings');
  await setUpApp(page, account);
  await openDialog(page).getByRole('button', { name: 'I have saved them' }).click();
  await logOut(page);
  await logIn(page, account);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(authForm(page).username).toHaveValue(account.username);
  await expect(authForm(page).password).toHaveValue('');
});

test.describe('when administrators must use two-step sign-in', () => {
  test('an administrator sets it up, and another browser asks for a code before continuing', async ({
    page,
    browser,
  }) => {
    const server = await startSayback({ ADMIN_SECOND_FACTOR: 'required' });
    const tokens = await createApi(server.url)(accounts.login, { body: ADMIN });
    await page.goto(`${server.url}/login`);
    await logIn(page, ADMIN);
    await expect(page).toHaveURL(`${server.url}/`);
    await page.goto(`${server.url}/users`);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await page.getByRole('link', { name: 'Set it up in Settings' }).click();
    const { key } = await setUpApp(page, ADMIN);
    await openDialog(page).getByRole('button', { name: 'I have saved them' }).click();
    await page.goto(`${server.url}/users`);
    await expect(page.getByTestId('user').first()).toBeVisible();

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${server.url}/icon.svg`);
    await other.evaluate((tokens) => {
      localStorage.setItem('access_token', tokens.access);
      localStorage.setItem('refresh_token', tokens.refresh);
    }, tokens);
    await other.goto(`${server.url}/users`);
    await other.getByLabel('Code', { exact: true }).fill(currentCode(key));
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(`${server.url}/users`);
    await expect(other.getByTestId('user').first()).toBeVisible();
    await context.close();
    await server.stop();
  });
});

test('every step of the two-step sign-in is accessible', async ({ page, server, signIn }) => {
  const account = await createLearner(server.url);
  await signIn(page, account);
  await page.goto('/settings');
  await expect(section(page).getByTestId('factor').first()).toBeVisible();
  await expectAccessible(page, [1280, 390], 'main');
  await section(page).getByRole('button', { name: 'Set up the authenticator app' }).click();
  await expectAccessible(page, [390], '[role=dialog]');
  await openDialog(page).getByLabel('Your password').fill(account.password);
  await openDialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(openDialog(page).locator('code')).toBeVisible();
  await expectAccessible(page, [1280, 390], '[role=dialog]');
});
