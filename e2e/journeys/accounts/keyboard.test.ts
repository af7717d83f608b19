import type { Locator, Page } from '@playwright/test';
import { createLearner, newAccount } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';

/** More tab stops than these screens have. */
const MAX_STOPS = 40;

/** Returns the focused element, and whether its focus indicator is visible. */
const checkFocusIndicator = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const elements = [
      focused,
      focused.parentElement,
      focused.nextElementSibling,
      focused.closest('[data-focus-within]'),
    ];
    const readStyles = () =>
      elements
        .filter((element) => element !== null)
        .map((element) => {
          const { outlineStyle, outlineColor, outlineWidth, borderColor, boxShadow } =
            getComputedStyle(element);
          return [outlineStyle, outlineColor, outlineWidth, borderColor, boxShadow].join();
        })
        .join();
    const withFocus = readStyles();
    focused.blur();
    const withoutFocus = readStyles();
    focused.focus();
    return { isVisible: withFocus !== withoutFocus, element: focused.outerHTML.slice(0, 120) };
  });

/** Presses Tab until a control has the focus, and checks its focus indicator. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) {
      const { isVisible, element } = await checkFocusIndicator(page);
      expect(isVisible, `the focus is visible on ${element}`).toBe(true);
      return;
    }
  }
  throw new Error(`Tab doesn't reach ${control}`);
}

async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

async function pressEnterOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

// Without transitions, the focus indicator appears immediately.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('keyboard only: registering, logging in, changing the password, logging out', async ({ page }) => {
  const { username, password } = newAccount();
  const newPassword = 'another horse 42';
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1 });
  const usernameField = main.getByLabel('Username');
  const passwordField = main.getByLabel('Password', { exact: true });

  await page.goto('/login');
  await pressEnterOn(page, page.getByRole('navigation').getByRole('link', { name: 'Register' }));
  await expect(heading).toHaveText('Register');
  await typeInto(page, usernameField, username);
  await typeInto(page, passwordField, password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Registration successful. Please login.')).toBeVisible();
  await expect(heading).toHaveText('Log In');
  await typeInto(page, usernameField, username);
  await typeInto(page, passwordField, password);
  await pressEnterOn(page, main.getByRole('button', { name: 'Log In' }));

  await expect(heading).toHaveText('Available Videos');
  await pressEnterOn(page, page.getByRole('link', { name: 'Profile' }));
  await expect(heading).toHaveText('Profile');
  await pressEnterOn(page, page.getByRole('link', { name: 'Settings' }));
  await expect(heading).toHaveText('Settings');
  await typeInto(page, page.getByLabel('Current Password'), password);
  await typeInto(page, page.getByLabel('New Password', { exact: true }), newPassword);
  await typeInto(page, page.getByLabel('Confirm New Password'), newPassword);
  await pressEnterOn(page, page.getByRole('button', { name: 'Change password' }));

  await expect(heading).toHaveText('Log In');
  await typeInto(page, usernameField, username);
  await typeInto(page, passwordField, newPassword);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Available Videos');
  await pressEnterOn(page, page.getByRole('button', { name: 'Logout' }));
  await expect(heading).toHaveText('Log In');
});

test('every control of the settings and the profile has a focus indicator', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, await createLearner(server.url));
  for (const [path, last] of [
    ['/settings', page.getByRole('button', { name: 'Log Out', exact: true })],
    ['/profile', page.getByRole('combobox', { name: 'Add Practice Language' })],
  ] as const) {
    await page.goto(path);
    await page.getByTestId('device').or(page.getByRole('definition')).first().waitFor();
    await last.waitFor();
    const withoutIndicator: string[] = [];
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await page.keyboard.press('Tab');
      const { isVisible, element } = await checkFocusIndicator(page);
      if (!isVisible) withoutIndicator.push(element);
      if (await last.evaluate((element) => element === document.activeElement)) break;
    }
    expect(withoutIndicator).toEqual([]);
    await expect(last).toBeFocused();
  }
});

const DIALOGS = [
  { path: '/settings', opener: 'Log out everywhere' },
  { path: '/settings', opener: 'Delete my account' },
  { path: '/users/invitations', opener: 'New invitation' },
];

for (const { path, opener } of DIALOGS) {
  test(`the dialog ‘${opener}’ traps the focus, and returns it when closed`, async ({ page, signIn }) => {
    await signIn(page, ADMIN);
    await page.goto(path);
    const button = page.getByRole('main').getByRole('button', { name: opener, exact: true });
    await button.waitFor();
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < 8; stop += 1) {
        await page.keyboard.press(key);
        await expect(dialog.locator(':focus')).toHaveCount(1);
      }
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });
}
