import { accounts } from '@sayback/contract';
import { adminApi, newAccount } from '../../support/api.ts';
import { expect, test } from './account-test.ts';
import { register } from './forms.ts';
import { signInAtSchool } from './school.ts';

test.use({ registration: 'invite' });

const invite = async (url: string, uses = 1) =>
  (await (await adminApi(url))(accounts.createInvitation, { body: { group_name: '7b', uses } })).url;
const DONE = 'Registration successful. Please login.';
const USED_UP = 'This invitation has expired or is used up. Ask for a new one.';

test('a single-use invitation admits one user', async ({ page, openBrowser, server }) => {
  const link = await invite(server.url);
  await page.goto(link);
  const account = newAccount();
  await register(page, account);
  await expect(page.getByRole('status')).toHaveText(DONE);
  const { results } = await (await adminApi(server.url))(accounts.listUsers, {
    query: { q: account.username },
  });
  expect(results.map(({ group_name }) => group_name)).toEqual(['7b']);

  const other = await openBrowser();
  await other.goto(link);
  await register(other, newAccount());
  await expect(other.getByRole('alert')).toHaveText(USED_UP);
});

test('a new user needs an invitation to sign in with the provider', async ({ page, openBrowser, server }) => {
  await page.goto('/login');
  await signInAtSchool(page, 'ben');
  await expect(page.getByRole('alert')).toHaveText(
    "You don't have an account here yet, and you need an invitation to get one. Ask an administrator.",
  );
  const invited = await openBrowser();
  await invited.goto(await invite(server.url));
  await signInAtSchool(invited, 'ben');
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Available Videos');
});
