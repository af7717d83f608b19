import { newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { logIn, register } from './forms.ts';

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
