import { accounts } from '@sayback/contract';
import { apiOf, newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { authFormOf } from './forms.ts';

// A separate server, since its provider is shut down.
test.use({ registration: 'closed', world: 'closed' });

test('nobody can register while registration is closed', async ({ page, server }) => {
  await page.goto('/register');
  const reason = 'Registration is closed. Ask an administrator for an account.';
  await expect(page.getByRole('main').getByText(reason)).toBeVisible();
  await expect(authFormOf(page).username).toBeHidden();
  await expect(apiOf(server.url)(accounts.register, { body: newAccount() })).rejects.toThrow(reason);
});

test('a provider that is down is reported at the login, where a password still works', async ({
  page,
  provider,
}) => {
  provider.close();
  await page.goto('/login');
  await authFormOf(page).school.click();
  await expect(page.getByRole('alert')).toHaveText("Can't reach the sign-in service. Try again in a moment.");
  await expect(page).toHaveURL(/\/login$/);
  await expect(authFormOf(page).logIn).toBeEnabled();
});
