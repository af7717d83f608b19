import type { Page } from '@playwright/test';
import { addClip, adminApi, createLearnerAt, fetchSegments, MULTILINGUAL } from '../support/api.ts';
import { practicePage, segmentNumber } from '../support/practice.ts';
import { sharedClipId } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

// Menus and drawers have their transitions.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const videoId = sharedClipId();
/** A video with several translations. */
let multilingualId: number;
/** The number of the clip's shortest segment. */
let shortNumber: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  multilingualId = await addClip(admin, MULTILINGUAL);
  shortNumber = segmentNumber(await fetchSegments(admin, videoId), 'But then, where is she now?');
});

const lineText = (number: number) => new RegExp(`^Line ${number} of `);
const speedButton = (page: Page) => page.getByRole('button', { name: /^Speed: / });
/** Presses a key twice before the page renders again, like a fast user on a slow machine. */
const pressTwiceAtOnce = (page: Page, pressed: string) =>
  page.evaluate((key) => {
    for (let count = 0; count < 2; count += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, pressed);
const keysDialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('each keyboard shortcut does the same as its button', async ({ page, server, signIn }) => {
  await signIn(page, await createLearnerAt(server.url, videoId, shortNumber));
  await page.goto(`/video/${videoId}`);
  const { play, stop, count, original, announcement } = practicePage(page);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(count).toHaveText(lineText(shortNumber + 1));
  await expect(page.getByText('Next line…')).toBeVisible();
  // Space skips the rest of the pause, then stops the line.
  await page.keyboard.press(' ');
  await expect(page.getByText('Next line…')).toBeHidden();
  await page.keyboard.press(' ');
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(count).toHaveText(lineText(shortNumber));
  await expect(announcement).toContainText('Your turn:');

  await page.keyboard.press('r');
  await expect(stop).toBeVisible();
  await expect(announcement).toContainText('Your turn:');
  await page.keyboard.press(' ');
  await expect(count).toHaveText(lineText(shortNumber + 1));
  await expect(page.getByText('Next line…')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByText('Next line…')).toBeHidden();
  await page.keyboard.press(' ');
  await expect(play).toBeVisible();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.keyboard.press('ArrowUp');
  await expect(speedButton(page)).toHaveAccessibleName('Speed: 1.05×');
  await pressTwiceAtOnce(page, 'ArrowDown');
  await expect(speedButton(page)).toHaveAccessibleName('Speed: 0.95×');

  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Show original' })).toBeVisible();
  await page.keyboard.press('H');
  await expect(original).toHaveAttribute('data-shown', 'true');

  await page.keyboard.press('?');
  await expect(keysDialog(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(keysDialog(page)).toBeHidden();
  await expect(count).toHaveText(lineText(shortNumber + 1));
});

test('Space controls the player after a click, and presses a button focused with Tab', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, await createLearnerAt(server.url, videoId, shortNumber));
  await page.goto(`/video/${videoId}`);
  const { stop, count } = practicePage(page);
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
  await expect(count).toHaveText(lineText(shortNumber));
});

test('the keyboard shortcuts can be switched off', async ({ page, server, signIn }) => {
  await signIn(page, await createLearnerAt(server.url, videoId, shortNumber));
  await page.goto(`/video/${videoId}`);
  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // Otherwise Space would press the focused button.
  await page.getByRole('main').focus();

  for (const key of [' ', 'ArrowRight', 'r', '?', 'h']) await page.keyboard.press(key);
  await expect(keysDialog(page)).toBeHidden();
  await expect(practicePage(page).count).toHaveText(lineText(shortNumber));
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(keysDialog(page)).toContainText('Shortcuts are off. Turn them on in the player settings.');
});

test('menus and dialogs return the focus when they close, even if they open for the first time', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, await createLearnerAt(server.url, multilingualId, 1));
  await page.goto(`/video/${multilingualId}`);
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
