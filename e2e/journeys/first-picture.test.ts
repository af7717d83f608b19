import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { practiceOf } from '../support/practice.ts';
import { sharedClip } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const address = `/video/${sharedClip()}`;

const drawn = (page: Page) => page.locator('#first-picture');

/** Opens the practice page, blocking its code until the returned function is called; the picture is visible before. */
async function openWithoutCode(page: Page): Promise<() => void> {
  let send = () => {};
  const released = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/assets/frame-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(drawn(page)).toBeVisible();
  await expect(drawn(page)).toHaveJSProperty('naturalWidth', 640);
  return send;
}

for (const [width, height] of [
  [1280, 800],
  [1000, 560],
  [390, 844],
] as const) {
  test(`the first picture appears before the code, where the video will be, at ${width} × ${height}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page);
    const sendCode = await openWithoutCode(page);
    const place = await drawn(page).boundingBox();
    sendCode();
    await expect(practiceOf(page).play).toBeVisible();
    expect(await page.getByTestId('media').boundingBox()).toEqual(place);
    await expect(drawn(page)).toHaveCount(0);
  });
}

test('the first picture stays while the app is loading, and disappears when the lines fail to load', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/videos/*/subtitles/', async (route) => {
    await failing;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.route('**/api/accounts/profile/', async (route) => {
    await failing;
    await route.continue();
  });
  const sendCode = await openWithoutCode(page);
  sendCode();
  await expect(page.getByRole('status', { name: 'Loading…' })).toBeVisible();
  await expect(drawn(page)).toBeVisible();
  fail();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(drawn(page)).toHaveCount(0);
});

test('the first picture isn’t shown behind the login of a user who was signed out meanwhile', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const { path } of [accounts.getProfile, accounts.refreshToken]) {
    await page.route(`**${path}`, (route) => route.fulfill({ status: 401, json: {} }));
  }
  const sendCode = await openWithoutCode(page);
  sendCode();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(drawn(page)).toHaveCount(0);
});

test('the first picture isn’t shown behind the message that the screen failed to load', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.route('**/assets/practice-*.js', (route) => route.abort());
  const sendCode = await openWithoutCode(page);
  sendCode();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(drawn(page)).toHaveCount(0);
});
