import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { practicePage } from '../support/practice.ts';
import { sharedClipId } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const path = `/video/${sharedClipId()}`;

const firstPicture = (page: Page) => page.locator('#first-picture');

/** Opens the practice page up to the first picture. Its code loads after the returned function is called. */
async function openWithoutCode(page: Page): Promise<() => void> {
  let sendCode = () => {};
  const released = new Promise<void>((resolve) => {
    sendCode = resolve;
  });
  await page.route('**/assets/frame-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(firstPicture(page)).toBeVisible();
  await expect(firstPicture(page)).toHaveJSProperty('naturalWidth', 640);
  return sendCode;
}

for (const [width, height] of [
  [1280, 800],
  [1000, 560],
  [390, 844],
] as const) {
  test(`the first picture appears before the code loads, in the video’s place, at ${width} × ${height}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page);
    const sendCode = await openWithoutCode(page);
    const pictureBox = await firstPicture(page).boundingBox();
    sendCode();
    await expect(practicePage(page).play).toBeVisible();
    expect(await page.getByTestId('media').boundingBox()).toEqual(pictureBox);
    await expect(firstPicture(page)).toHaveCount(0);
  });
}

test('the first picture stays while the app is loading, and disappears when the lines fail to load', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/videos/*/subtitles/', async (route) => {
    await failed;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.route('**/api/accounts/profile/', async (route) => {
    await failed;
    await route.continue();
  });
  const sendCode = await openWithoutCode(page);
  sendCode();
  await expect(page.getByRole('status', { name: 'Loading…' })).toBeVisible();
  await expect(firstPicture(page)).toBeVisible();
  fail();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(firstPicture(page)).toHaveCount(0);
});

test('the first picture isn’t shown behind the login if the session has ended', async ({ page, signIn }) => {
  await signIn(page);
  for (const { path } of [accounts.getProfile, accounts.refreshToken]) {
    await page.route(`**${path}`, (route) => route.fulfill({ status: 401, json: {} }));
  }
  const sendCode = await openWithoutCode(page);
  sendCode();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(firstPicture(page)).toHaveCount(0);
});

test('the first picture isn’t shown behind the message if the screen fails to load', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.route('**/assets/practice-*.js', (route) => route.abort());
  const sendCode = await openWithoutCode(page);
  sendCode();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(firstPicture(page)).toHaveCount(0);
});
