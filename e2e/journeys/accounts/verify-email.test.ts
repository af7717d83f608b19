import { createLearner, newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { findLink, waitForEmail } from './emails.ts';
import { authForm, logIn } from './forms.ts';

const newEmail = () => `${newAccount().username}@example.org`;

test('an email address is confirmed with the emailed link, after logging in', async ({
  page,
  server,
  mail,
}) => {
  const email = newEmail();
  const account = await createLearner(server.url, email);
  const link = findLink(await waitForEmail(mail, email, '/verify-email'));
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
