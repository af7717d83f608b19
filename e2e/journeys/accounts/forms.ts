import type { Page } from '@playwright/test';
import type { Account } from '../../support/api.ts';

/** The parts of the login and of the registration. */
export function authFormOf(page: Page) {
  const main = page.getByRole('main');
  return {
    username: main.getByLabel('Username'),
    email: main.getByLabel('Email (optional)'),
    password: main.getByLabel('Password', { exact: true }),
    logIn: main.getByRole('button', { name: 'Log In' }),
    register: main.getByRole('button', { name: 'Register', exact: true }),
    school: main.getByRole('link', { name: 'with School' }),
  };
}

/** The fields of a new password, typed twice. */
export const newPasswordOf = (page: Page) => ({
  first: page.getByLabel('New Password', { exact: true }),
  second: page.getByLabel('Confirm New Password'),
});

/** Types name and password at the login, which is open, and sends them. */
export async function logIn(page: Page, { username, password }: Account): Promise<void> {
  const form = authFormOf(page);
  await form.username.fill(username);
  await form.password.fill(password);
  await form.logIn.click();
}

/** Types name and password at the registration, which is open, and sends them. */
export async function register(page: Page, { username, password }: Account): Promise<void> {
  const form = authFormOf(page);
  await form.username.fill(username);
  await form.password.fill(password);
  await form.register.click();
}
