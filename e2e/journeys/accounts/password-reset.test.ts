import type { Page } from '@playwright/test';
import { createLearner, newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { findLink, waitForEmail } from './emails.ts';
import { authForm, logIn, newPasswordFields } from './forms.ts';

const NEW_PASSWORD = 'another horse 42';
const INVALID = 'Invalid or expired password reset link.';

const newEmail = () => `${newAccount().username}@example.org`;

async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto('/password-reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByRole('status')).toHaveText('Password reset email sent! Check your inbox.');
}

async function setPassword(page: Page, password: string): Promise<void> {
  await newPasswordFields(page).first.fill(password);
  await newPasswordFields(page).second.fill(password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

test('a forgotten password is reset with the emailed link, which works once', async ({
  page,
  openBrowser,
  server,
  mail,
  runSql,
}) => {
  const email = newEmail();
  const { username } = await createLearner(server.url, email);
  await runSql(`update users set email_verified_at = now() where email = '${email}'`);
  await requestReset(page, email);
  const message = await waitForEmail(mail, email);
  expect(message.subject).toBe('Reset your Sayback password');
  expect(message.html).toContain('<html lang="en">');
  expect(message.text).toContain(`Choose a new password for “${username}”`);

  await page.goto(findLink(message));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password');
  // Neither the address bar nor the history contains a token.
  await expect(page).toHaveURL(`${server.url}/reset-password`);
  await setPassword(page, NEW_PASSWORD);
  await expect(page.getByText('Password successfully reset!')).toBeVisible();
  await expect(page.getByText('Password reset successful. Redirecting to login...')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { username, password: NEW_PASSWORD });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');

  const other = await openBrowser();
  await other.goto(findLink(message));
  await setPassword(other, 'a third horse 43');
  await expect(other.getByRole('alert')).toHaveText(INVALID);
  await other.getByRole('link', { name: 'Get a new link' }).click();
  await expect(other).toHaveURL(/\/password-reset$/);
});

test('a link without its user id or token is rejected', async ({ page }) => {
  for (const query of ['', '?uid=1', '?token=any']) {
    await page.goto(`/reset-password${query}`);
    await expect(page.getByRole('alert')).toHaveText(INVALID);
    await expect(newPasswordFields(page).first).toBeHidden();
    await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
  }
});

test('a signed-in user can also reset the password, and is then signed out', async ({
  page,
  server,
  mail,
  signIn,
}) => {
  const email = newEmail();
  const account = await createLearner(server.url, email);
  await signIn(page, account);
  await requestReset(page, email);
  await page.goto(findLink(await waitForEmail(mail, email)));
  await setPassword(page, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/login$/);
  await expect(authForm(page).logIn).toBeVisible();
});

test.describe('for a browser set to Spanish', () => {
  test.use({ locale: 'es-ES' });

  test('the email and its screen are in Spanish', async ({ page, server, mail }) => {
    const email = newEmail();
    await createLearner(server.url, email);
    await page.goto('/password-reset');
    await page.getByRole('textbox').fill(email);
    await page.getByRole('main').getByRole('button').click();
    const message = await waitForEmail(mail, email);
    expect(message.subject).toBe('Confirma tu dirección para Sayback');
    expect(message.html).toContain('<html lang="es">');
    expect(message.text).toContain('Cada enlace funciona una sola vez y caduca en 30 minutos.');
    await page.goto(findLink(message));
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restablecer contraseña');
  });
});
