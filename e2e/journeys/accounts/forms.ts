import type { Page } from '@playwright/test';
import type { Account } from '../../support/api.ts';

/** Locators of the login and registration forms. */
export function authForm(page: Page) {
  const main = page.getByRole('main');
  return {
    username: main.getByLabel('Username'),
    password: main.getByLabel('Password', { exact: true }),
    logIn: main.getByRole('button', { name: 'Log In' }),
    register: main.getByRole('button', { name: 'Register', exact: true }),
    school: main.getByRole('link', { name: 'with School' }),
  };
}

/** Locators of the fields for a new password. */
export const newPasswordFields = (page: Page) => ({
  first: page.getByLabel('New Password', { exact: true }),
  second: page.getByLabel('Confirm New Password'),
});

/** Fills in and submits the open login form. */
export async function logIn(page: Page, { username, password }: Account): Promise<void> {
  const form = authForm(page);
  await form.username.fill(username);
  await form.password.fill(password);
  await form.logIn.click();
}

/** Fills in and submits the open registration form. */
export async function register(page: Page, { username, password }: Account): Promise<void> {
  const form = authForm(page);
  await form.username.fill(username);
  await form.password.fill(password);
  await form.register.click();
}
