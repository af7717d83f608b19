import { makeLearner } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { authFormOf, logIn } from './forms.ts';

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

test('a missing value is reported at its field, and the first such field gets the focus', async ({
  page,
}) => {
  await page.goto('/login');
  const form = authFormOf(page);
  await form.logIn.click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await expect(form.username).toBeFocused();
  await form.username.fill('somebody');
  await form.logIn.click();
  await expect(page.getByText('This field is required.')).toHaveCount(1);
  await expect(form.password).toBeFocused();
});

test('a rejection shows the server’s message, or a generic one', async ({ page, server }) => {
  const { username } = await makeLearner(server.url);
  await page.goto('/login');
  await logIn(page, { username, password: 'not the password' });
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Wrong username or password.');
  await expect(authFormOf(page).username).toHaveValue(username);

  await page.route('**/api/token/', (route) => route.fulfill({ status: 500, json: {} }));
  await authFormOf(page).logIn.click();
  await expect(alert).toHaveText('Something went wrong.');
  await page.unroute('**/api/token/');
  await page.route('**/api/token/', (route) => route.abort());
  await authFormOf(page).logIn.click();
  await expect(alert).toHaveText("Can't reach the server. Check your connection and try again.");
});

test('the password can be revealed', async ({ page }) => {
  await page.goto('/login');
  const { password } = authFormOf(page);
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('the login links to registration, back again, and to the password reset', async ({ page }) => {
  await page.goto('/login');
  const main = page.getByRole('main');
  await expect(main.getByText("Don't have an account?")).toBeVisible();
  await main.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(main.getByText('Already have an account?')).toBeVisible();
  await main.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await main.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/password-reset$/);
});

test('a callback without a session leads to the login, with a message', async ({ page }) => {
  await page.goto('/login/callback');
  await expect(page.getByRole('alert')).toHaveText('Sign-in failed. Try again.');
  await expect(page).toHaveURL(/\/login$/);
});
