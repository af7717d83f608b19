import type { Locator, Page } from '@playwright/test';
import { makeLearner, newAccount } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './account-test.ts';

/** More tab stops than any of these screens has. */
const MAX_STOPS = 40;

/** Returns the focus indicator, on the focused element or its frame. */
const focusLook = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const drawn = [
      focused,
      focused.parentElement,
      focused.nextElementSibling,
      focused.closest('[data-focus-within]'),
    ];
    const look = () =>
      drawn
        .filter((element) => element !== null)
        .map((element) => {
          const { outlineStyle, outlineColor, outlineWidth, borderColor, boxShadow } =
            getComputedStyle(element);
          return [outlineStyle, outlineColor, outlineWidth, borderColor, boxShadow].join();
        })
        .join();
    const withFocus = look();
    focused.blur();
    const without = look();
    focused.focus();
    return { isSeen: withFocus !== without, element: focused.outerHTML.slice(0, 120) };
  });

/** Presses Tab until a control has the focus, and checks that it shows. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) {
      const { isSeen, element } = await focusLook(page);
      expect(isSeen, `the focus is seen on ${element}`).toBe(true);
      return;
    }
  }
  throw new Error(`no Tab leads to ${control}`);
}

async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

async function pressOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

// Without transitions: the focus indicator appears at once.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('keyboard only: registering, logging in, changing the password, logging out', async ({ page }) => {
  const { username, password } = newAccount();
  const newPassword = 'another horse 42';
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1 });
  const name = main.getByLabel('Username');
  const secret = main.getByLabel('Password', { exact: true });

  await page.goto('/login');
  await pressOn(page, page.getByRole('navigation').getByRole('link', { name: 'Register' }));
  await expect(heading).toHaveText('Register');
  await typeInto(page, name, username);
  await typeInto(page, secret, password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Registration successful. Please login.')).toBeVisible();
  await expect(heading).toHaveText('Log In');
  await typeInto(page, name, username);
  await typeInto(page, secret, password);
  await pressOn(page, main.getByRole('button', { name: 'Log In' }));

  await expect(heading).toHaveText('Available Videos');
  await pressOn(page, page.getByRole('link', { name: 'Profile' }));
  await expect(heading).toHaveText('Profile');
  await pressOn(page, page.getByRole('link', { name: 'Settings' }));
  await expect(heading).toHaveText('Settings');
  await typeInto(page, page.getByLabel('Current Password'), password);
  await typeInto(page, page.getByLabel('New Password', { exact: true }), newPassword);
  await typeInto(page, page.getByLabel('Confirm New Password'), newPassword);
  await pressOn(page, page.getByRole('button', { name: 'Change password' }));

  await expect(heading).toHaveText('Log In');
  await typeInto(page, name, username);
  await typeInto(page, secret, newPassword);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Available Videos');
  await pressOn(page, page.getByRole('button', { name: 'Logout' }));
  await expect(heading).toHaveText('Log In');
});

test('every tab stop of the settings and the profile shows the focus', async ({ page, server, signIn }) => {
  await signIn(page, await makeLearner(server.url));
  for (const [address, last] of [
    ['/settings', page.getByRole('button', { name: 'Log Out', exact: true })],
    ['/profile', page.getByRole('combobox', { name: 'Add Practice Language' })],
  ] as const) {
    await page.goto(address);
    await page.getByTestId('device').or(page.getByRole('definition')).first().waitFor();
    await last.waitFor();
    const unseen: string[] = [];
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await page.keyboard.press('Tab');
      const { isSeen, element } = await focusLook(page);
      if (!isSeen) unseen.push(element);
      if (await last.evaluate((element) => element === document.activeElement)) break;
    }
    expect(unseen).toEqual([]);
    await expect(last).toBeFocused();
  }
});

const DIALOGS = [
  { address: '/settings', opener: 'Log out everywhere' },
  { address: '/settings', opener: 'Delete my account' },
  { address: '/users/invitations', opener: 'New invitation' },
];

for (const { address, opener } of DIALOGS) {
  test(`the dialog ‘${opener}’ traps the focus, and returns it`, async ({ page, signIn }) => {
    await signIn(page, ADMIN);
    await page.goto(address);
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
