import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { expectScreensAccessible, type Screen } from '../../support/accessibility.ts';
import { type Account, adminApi, apiAs, createLearner } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';
import { authForm, newPasswordFields } from './forms.ts';
import { goToSchool } from './school.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const expectMessage = (role: 'alert' | 'status') => (page: Page) =>
  expect(page.getByRole(role).filter({ hasText: /./ })).toBeVisible();
const openDialog = (button: string) => async (page: Page) => {
  await press(page, button);
  await expect(page.getByRole('dialog')).toBeVisible();
};
const expectInvalidField = (page: Page) => expect(page.locator('[aria-invalid=true]').first()).toBeVisible();

const SCREENS: Record<'anonymous' | 'learner' | 'admin', Screen[]> = {
  anonymous: [
    {
      name: 'an error on the login screen',
      url: '/login?fault=refused',
      prepare: expectMessage('alert'),
    },
    {
      name: 'a notice on the login screen',
      url: '/login?notice=password-changed',
      prepare: expectMessage('status'),
    },
    {
      name: 'an invalid registration',
      url: '/register',
      prepare: async (page) => {
        await press(page, 'Register');
        await expectInvalidField(page);
      },
    },
    {
      name: 'a sent reset email',
      url: '/password-reset',
      prepare: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.org');
        await press(page, 'Send Reset Email');
        await expectMessage('status')(page);
      },
    },
    { name: 'a missing reset link', url: '/reset-password', prepare: expectMessage('alert') },
    {
      name: 'a confirmation that needs a login',
      url: '/verify-email?uid=1&token=any',
      prepare: (page) => expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toBeVisible(),
    },
    {
      name: 'passwords that differ',
      url: '/reset-password?uid=1&token=any',
      prepare: async (page) => {
        await newPasswordFields(page).first.fill('one');
        await newPasswordFields(page).second.fill('another');
        await expectInvalidField(page);
      },
    },
    // Last, since its page keeps waiting for the profile.
    {
      name: 'returning from the provider',
      url: '/login',
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
      name: 'a confirmation link of another account',
      url: '/verify-email?uid=1&token=any',
      prepare: expectMessage('alert'),
    },
    {
      name: 'a profile with practice languages',
      url: '/profile',
      prepare: (page) => expect(page.getByRole('button', { name: 'Remove French' })).toBeVisible(),
    },
    {
      name: 'settings that could not be saved',
      url: '/settings',
      prepare: async (page) => {
        await expect(page.getByTestId('device').first()).toBeVisible();
        await page.getByRole('combobox', { name: 'Native language' }).fill('nowhere');
        await page.keyboard.press('Escape');
        await press(page, 'Save Settings');
        await expectInvalidField(page);
      },
    },
    {
      name: 'logging out everywhere',
      url: '/settings',
      prepare: openDialog('Log out everywhere'),
    },
    {
      name: 'deleting the account',
      url: '/settings',
      prepare: openDialog('Delete my account'),
    },
  ],
  admin: [
    {
      name: 'the menu of an account',
      url: '/users',
      differsByWidth: true,
      prepare: async (page) => {
        await page.getByTestId('user').getByRole('button').first().click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'disabling an account',
      url: '/users',
      differsByWidth: true,
      prepare: async (page) => {
        await page.getByTestId('user').getByRole('button').last().click();
        await page.getByRole('menuitem', { name: 'Disable' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'invitations',
      url: '/users/invitations',
      prepare: (page) => expect(page.getByTestId('invitation').first()).toBeVisible(),
    },
    {
      name: 'a new invitation',
      url: '/users/invitations',
      prepare: openDialog('New invitation'),
    },
    {
      name: 'the link of an invitation',
      url: '/users/invitations',
      prepare: async (page) => {
        await openDialog('New invitation')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
        await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible();
      },
    },
    {
      name: 'activity',
      url: '/users/activity',
      prepare: (page) => expect(page.getByTestId('audit-entry').first()).toBeVisible(),
    },
  ],
};

test.beforeAll(async ({ server }) => {
  await (await adminApi(server.url))(accounts.createInvitation, { body: { group_name: '7b' } });
});

async function createFrenchLearner(url: string): Promise<Account> {
  const account = await createLearner(url, 'learner@example.org');
  await (await apiAs(url, account))(accounts.addPracticeLanguage, { body: { language: 'fr' } });
  return account;
}

for (const visitor of ['anonymous', 'learner', 'admin'] as const) {
  test(`the account screens of the ${visitor} visitor are accessible`, async ({ page, server, signIn }) => {
    if (visitor === 'admin') await signIn(page, ADMIN);
    if (visitor === 'learner') await signIn(page, await createFrenchLearner(server.url));
    await expectScreensAccessible(page, SCREENS[visitor], undefined);
  });
}

test('nothing is animated with reduced motion', async ({ page }) => {
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
