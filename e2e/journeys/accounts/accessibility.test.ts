import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { DESK, expectAccessible, PHONE } from '../../support/accessibility.ts';
import { adminApi, apiAs, makeLearner } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';
import { authFormOf, newPasswordOf } from './forms.ts';
import { goToSchool } from './school.ts';

type Screen = {
  name: string;
  address: string;
  visitor: 'anonymous' | 'learner' | 'admin';
  /** A phone shows it in another way: it is brought to its state again there. */
  differsByWidth?: boolean;
  /** Brings the screen to the state that is looked at. */
  prepare: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const says = (role: 'alert' | 'status') => (page: Page) =>
  expect(page.getByRole(role).filter({ hasText: /./ })).toBeVisible();
const opens = (button: string) => async (page: Page) => {
  await press(page, button);
  await expect(page.getByRole('dialog')).toBeVisible();
};
const isFaulty = (page: Page) => expect(page.locator('[aria-invalid=true]').first()).toBeVisible();

const SCREENS: Screen[] = [
  {
    name: 'a fault at the login',
    address: '/login?fault=refused',
    visitor: 'anonymous',
    prepare: says('alert'),
  },
  {
    name: 'a notice at the login',
    address: '/login?notice=password-changed',
    visitor: 'anonymous',
    prepare: says('status'),
  },
  {
    name: 'a registration with faults',
    address: '/register',
    visitor: 'anonymous',
    prepare: async (page) => {
      await press(page, 'Register');
      await isFaulty(page);
    },
  },
  {
    name: 'coming back from the provider',
    address: '/login',
    visitor: 'anonymous',
    prepare: async (page) => {
      await goToSchool(page, 'ana');
      await page.route('**/api/accounts/profile/', () => undefined);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Logging In.........')).toBeVisible();
    },
  },
  {
    name: 'a reset mail that was sent',
    address: '/password-reset',
    visitor: 'anonymous',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await press(page, 'Send Reset Email');
      await says('status')(page);
    },
  },
  { name: 'no reset link', address: '/reset-password', visitor: 'anonymous', prepare: says('alert') },
  {
    name: 'a confirmation that needs a login',
    address: '/verify-email?uid=1&token=any',
    visitor: 'anonymous',
    prepare: (page) => expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toBeVisible(),
  },
  {
    name: 'a confirmation of another account',
    address: '/verify-email?uid=1&token=any',
    visitor: 'learner',
    prepare: says('alert'),
  },
  {
    name: 'passwords that differ',
    address: '/reset-password?uid=1&token=any',
    visitor: 'anonymous',
    prepare: async (page) => {
      await newPasswordOf(page).first.fill('one');
      await newPasswordOf(page).second.fill('another');
      await isFaulty(page);
    },
  },
  {
    name: 'a profile with practice languages',
    address: '/profile',
    visitor: 'learner',
    prepare: (page) => expect(page.getByRole('button', { name: 'Remove French' })).toBeVisible(),
  },
  {
    name: 'settings that could not be saved',
    address: '/settings',
    visitor: 'learner',
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
    visitor: 'learner',
    prepare: opens('Log out everywhere'),
  },
  {
    name: 'deleting the account',
    address: '/settings',
    visitor: 'learner',
    prepare: opens('Delete my account'),
  },
  {
    name: 'what can be done with an account',
    address: '/users',
    visitor: 'admin',
    differsByWidth: true,
    prepare: async (page) => {
      await page.getByTestId('user').getByRole('button').first().click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'disabling an account',
    address: '/users',
    visitor: 'admin',
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
    visitor: 'admin',
    prepare: (page) => expect(page.getByTestId('invitation').first()).toBeVisible(),
  },
  {
    name: 'a new invitation',
    address: '/users/invitations',
    visitor: 'admin',
    prepare: opens('New invitation'),
  },
  {
    name: 'the link of an invitation',
    address: '/users/invitations',
    visitor: 'admin',
    prepare: async (page) => {
      await opens('New invitation')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible();
    },
  },
  {
    name: 'activity',
    address: '/users/activity',
    visitor: 'admin',
    prepare: (page) => expect(page.getByTestId('audit-entry').first()).toBeVisible(),
  },
];

// Each stands alone, and there are many.
test.describe.configure({ mode: 'parallel' });

test.beforeAll(async ({ server }) => {
  await (await adminApi(server.url))(accounts.createInvitation, { body: { group_name: '7b' } });
});

for (const { name, address, visitor, differsByWidth, prepare } of SCREENS) {
  test(`axe finds nothing on: ${name}`, async ({ page, server, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (visitor === 'admin') await signIn(page, ADMIN);
    if (visitor === 'learner') {
      const account = await makeLearner(server.url, 'learner@example.org');
      const api = await apiAs(server.url, account);
      await api(accounts.addPracticeLanguage, { body: { language: 'fr' } });
      await signIn(page, account);
    }
    for (const widths of differsByWidth ? [[DESK], [PHONE]] : [[DESK, PHONE]]) {
      await page.setViewportSize({ width: widths[0] ?? DESK, height: 800 });
      await page.goto(address);
      await prepare(page);
      await expectAccessible(page, widths);
    }
  });
}

test('who asks for less motion sees none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(authFormOf(page).logIn).toBeVisible();
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
