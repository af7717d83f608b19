import { makeLearner, newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { authFormOf, logIn, register } from './forms.ts';

test('registering shows a confirmation, leads to the login after two seconds, and the login works', async ({
  page,
}) => {
  const account = newAccount();
  await page.goto('/register');
  await register(page, account);
  await expect(page.getByRole('status')).toHaveText('Registration successful. Please login.');
  await expect(page).toHaveURL(/\/register$/);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
});

test('the server names the field that it rejects, and the field gets the focus', async ({ page, server }) => {
  const { username } = await makeLearner(server.url);
  await page.goto('/register');
  const { username: name, email, password } = authFormOf(page);
  await register(page, { username: username.toUpperCase(), password: 'correct horse 9' });
  await expect(name).toHaveAccessibleDescription('That username is taken.');
  await expect(name).toBeFocused();

  await register(page, { username: `${username}-b`, password: 'password1234' });
  await expect(password).toHaveAccessibleDescription(/This password is too common\./);
  await register(page, { username: `${username}-b`, password: 'short' });
  await expect(password).toHaveAccessibleDescription(/Use at least 8 characters\./);
  await expect(password).toBeFocused();

  await email.fill('no address');
  await register(page, { username: `${username}-b`, password: 'correct horse 9' });
  await expect(email).toHaveAccessibleDescription(/Enter a valid email address\./);
  await expect(email).toBeFocused();
});
