import type { Page } from '@playwright/test';
import { addClip, adminApi, MULTILINGUAL, makeLearnerAt, segmentsOf } from '../support/api.ts';
import { practiceOf, segmentNumber } from '../support/practice.ts';
import { sharedClip } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

// With the transitions of menus and drawers.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const videoId = sharedClip();
/** A video with several translations. */
let multilingual: number;
/** The number of the clip's shortest segment. */
let short: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  multilingual = await addClip(admin, MULTILINGUAL);
  short = segmentNumber(await segmentsOf(admin, videoId), 'But then, where is she now?');
});

const at = (number: number) => new RegExp(`^Line ${number} of `);
const getSpeed = (page: Page) => page.getByRole('button', { name: /^Speed: / });
/** Presses a key twice before the page renders again, like a fast press on a slow machine. */
const pressTwiceAtOnce = (page: Page, pressed: string) =>
  page.evaluate((key) => {
    for (let count = 0; count < 2; count += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, pressed);
const keysDialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('the keys do what the buttons do', async ({ page, server, signIn }) => {
  await signIn(page, await makeLearnerAt(server.url, videoId, short));
  await page.goto(`/video/${videoId}`);
  const { play, stop, count, original, announcement } = practiceOf(page);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(count).toHaveText(at(short + 1));
  await expect(page.getByText('Next line…')).toBeVisible();
  // Space skips the rest of the pause; while the line plays, it stops.
  await page.keyboard.press(' ');
  await expect(page.getByText('Next line…')).toBeHidden();
  await page.keyboard.press(' ');
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(count).toHaveText(at(short));
  await expect(announcement).toContainText('Your turn:');

  await page.keyboard.press('r');
  await expect(stop).toBeVisible();
  await expect(announcement).toContainText('Your turn:');
  await page.keyboard.press(' ');
  await expect(count).toHaveText(at(short + 1));
  await expect(page.getByText('Next line…')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByText('Next line…')).toBeHidden();
  await page.keyboard.press(' ');
  await expect(play).toBeVisible();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.keyboard.press('ArrowUp');
  await expect(getSpeed(page)).toHaveAccessibleName('Speed: 1.05×');
  await pressTwiceAtOnce(page, 'ArrowDown');
  await expect(getSpeed(page)).toHaveAccessibleName('Speed: 0.95×');

  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Show original' })).toBeVisible();
  await page.keyboard.press('H');
  await expect(original).toHaveAttribute('data-shown', 'true');

  await page.keyboard.press('?');
  await expect(keysDialog(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(keysDialog(page)).toBeHidden();
  await expect(count).toHaveText(at(short + 1));
});

test("Space is the player's after a click, and the button's after Tab", async ({ page, server, signIn }) => {
  await signIn(page, await makeLearnerAt(server.url, videoId, short));
  await page.goto(`/video/${videoId}`);
  const { stop, count } = practiceOf(page);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Hide text' }).click();
  await page.keyboard.press(' ');
  await expect(stop).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();

  await page.getByRole('button', { name: 'Player settings' }).focus();
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press(' ');
  await expect(page.getByRole('menuitem', { name: 'Show text' })).toBeVisible();
  await expect(count).toHaveText(at(short));
});

test('the keys can be switched off', async ({ page, server, signIn }) => {
  await signIn(page, await makeLearnerAt(server.url, videoId, short));
  await page.goto(`/video/${videoId}`);
  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The button that opened the settings would keep Space for itself.
  await page.getByRole('main').focus();

  for (const key of [' ', 'ArrowRight', 'r', '?', 'h']) await page.keyboard.press(key);
  await expect(keysDialog(page)).toBeHidden();
  await expect(practiceOf(page).count).toHaveText(at(short));
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(keysDialog(page)).toContainText('Shortcuts are off. Turn them on in the player settings.');
});

test('menus and dialogs return the focus when they close, the first time too', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, await makeLearnerAt(server.url, multilingual, 1));
  await page.goto(`/video/${multilingual}`);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  for (const [name, role] of [
    [/^Speed: /, 'menu'],
    [/^Translation: /, 'menu'],
    ['Player settings', 'dialog'],
    ['More', 'menu'],
  ] as const) {
    const opener = page.getByRole('button', { name, exact: true });
    const before = await opener.boundingBox();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toBeHidden();
    await expect(opener).toBeFocused();
    expect(await opener.boundingBox()).toEqual(before);
  }

  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(keysDialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(keysDialog(page)).toBeHidden();
  await expect(more).toBeFocused();
});
