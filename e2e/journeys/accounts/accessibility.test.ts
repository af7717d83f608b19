import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { expectScreensAccessible, type Screen } from '../../support/accessibility.ts';
import { type Account, adminApi, apiAs, makeLearner } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';
import { authForm, newPasswordFields } from './forms.ts';
import { goToSchool } from './school.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const says = (role: 'alert' | 'status') => (page: Page) =>
  expect(page.getByRole(role).filter({ hasText: /./ })).toBeVisible();
const opens = (button: string) => async (page: Page) => {
  await press(page, button);
  await expect(page.getByRole('dialog')).toBeVisible();
};
const isFaulty = (page: Page) => expect(page.locator('[aria-invalid=true]').first()).toBeVisible();

const SCREENS: Record<'anonymous' | 'learner' | 'admin', Screen[]> = {
  anonymous: [
    {
      name: 'a fault at the login',
      address: '/login?fault=refused',
      prepare: says('alert'),
    },
    {
      name: 'a notice at the login',
      address: '/login?notice=password-changed',
      prepare: says('status'),
    },
    {
      name: 'a registration with faults',
      address: '/register',
      prepare: async (page) => {
        await press(page, 'Register');
        await isFaulty(page);
      },
    },
    {
      name: 'a reset mail that was sent',
      address: '/password-reset',
      prepare: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.org');
        await press(page, 'Send Reset Email');
        await says('status')(page);
      },
    },
    { name: 'no reset link', address: '/reset-password', prepare: says('alert') },
    {
      name: 'a confirmation that needs a login',
      address: '/verify-email?uid=1&token=any',
      prepare: (page) => expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toBeVisible(),
    },
    {
      name: 'passwords that differ',
      address: '/reset-password?uid=1&token=any',
      prepare: async (page) => {
        await newPasswordFields(page).first.fill('one');
        await newPasswordFields(page).second.fill('another');
        await isFaulty(page);
      },
    },
    // The last one: its page waits for the profile.
    {
      name: 'coming back from the provider',
      address: '/login',
      prepare: async (page) => {
        await goToSchool(page, 'ana');
        await page.route('**/api/accounts/profile/', () => undefined);
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByText('Logging In.........')).toBeVisible();
      },
    },
  ],
  learner: [
    {
      name: 'a confirmation of another account',
      address: '/verify-email?uid=1&token=any',
      prepare: says('alert'),
    },
    {
      name: 'a profile with practice languages',
      address: '/profile',
      prepare: (page) => expect(page.getByRole('button', { name: 'Remove French' })).toBeVisible(),
    },
    {
      name: 'settings that could not be saved',
      address: '/settings',
      prepare: async (page) => {
        await expect(page.getByTestId('device').first()).toBeVisible();
        await page.getByRole('combobox', { name: 'Native language' }).fill('nowhere');
        await page.keyboard.press('Escape');
        await press(page, 'Save Settings');
        await isFaulty(page);
      },
    },
    {
      name: 'logging out everywhere',
      address: '/settings',
      prepare: opens('Log out everywhere'),
    },
    {
      name: 'deleting the account',
      address: '/settings',
      prepare: opens('Delete my account'),
    },
  ],
  admin: [
    {
      name: 'what can be done with an account',
      address: '/users',
      differsByWidth: true,
      prepare: async (page) => {
        await page.getByTestId('user').getByRole('button').first().click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'disabling an account',
      address: '/users',
      differsByWidth: true,
      prepare: async (page) => {
        await page.getByTestId('user').getByRole('button').last().click();
        await page.getByRole('menuitem', { name: 'Disable' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'invitations',
      address: '/users/invitations',
      prepare: (page) => expect(page.getByTestId('invitation').first()).toBeVisible(),
    },
    {
      name: 'a new invitation',
      address: '/users/invitations',
      prepare: opens('New invitation'),
    },
    {
      name: 'the link of an invitation',
      address: '/users/invitations',
      prepare: async (page) => {
        await opens('New invitation')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
        await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible();
      },
    },
    {
      name: 'activity',
      address: '/users/activity',
      prepare: (page) => expect(page.getByTestId('audit-entry').first()).toBeVisible(),
    },
  ],
};

test.beforeAll(async ({ server }) => {
  await (await adminApi(server.url))(accounts.createInvitation, { body: { group_name: '7b' } });
});

async function makeFrenchLearner(url: string): Promise<Account> {
  const account = await makeLearner(url, 'learner@example.org');
  await (await apiAs(url, account))(accounts.addPracticeLanguage, { body: { language: 'fr' } });
  return account;
}

for (const visitor of ['anonymous', 'learner', 'admin'] as const) {
  test(`axe finds nothing on the screens of accounts, ${visitor}`, async ({ page, server, signIn }) => {
    if (visitor === 'admin') await signIn(page, ADMIN);
    if (visitor === 'learner') await signIn(page, await makeFrenchLearner(server.url));
    await expectScreensAccessible(page, SCREENS[visitor], undefined);
  });
}

test('animations are off with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(authForm(page).logIn).toBeVisible();
  const moving = await page.locator('body *').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { animationName, transitionProperty, transitionDuration } = getComputedStyle(element);
        return animationName !== 'none' || (transitionProperty !== 'none' && transitionDuration !== '0s');
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );
  expect(moving).toEqual([]);
});
