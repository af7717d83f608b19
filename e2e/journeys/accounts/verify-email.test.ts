import { makeLearner, newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { emailTo, linkIn } from './emails.ts';
import { authForm, logIn } from './forms.ts';

const newAddress = () => `${newAccount().username}@example.org`;

test('an address is confirmed from its email, after logging in', async ({ page, server, mail }) => {
  const email = newAddress();
  const account = await makeLearner(server.url, email);
  const link = linkIn(await emailTo(mail, email, '/verify-email'));
  await page.goto(link);
  await expect(
    page.getByText('Log in to your account, then open the link in the email again.'),
  ).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/verify-email`);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await logIn(page, account);
  await expect(authForm(page).logIn).toBeHidden();

  await page.goto('/settings');
  await expect(page.getByText('Not confirmed yet.')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('status')).toHaveText(
    'Your email address is confirmed. You can use it to reset your password.',
  );
  await page.goto('/settings');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await expect(page.getByText('Not confirmed yet.')).toBeHidden();
});
