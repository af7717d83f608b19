import type { Page } from '@playwright/test';
import { expectScreensAccessible, PHONE, type Screen } from '../support/accessibility.ts';
import { addClip, adminApi, ENGLISH_CLIP, MULTILINGUAL } from '../support/api.ts';
import { practiceOf } from '../support/practice.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const shows = (heading: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
const isReady = (page: Page) => expect(page.getByText('Ready', { exact: true })).toBeVisible();
const opens = (button: string, dialog: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
};
const goOffline = async (page: Page) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    window.dispatchEvent(new Event('offline'));
  });
  await expect(page.locator('[data-status-bar="offline"]')).toBeVisible();
};
const practice = (videoId: number) => `/video/${videoId}`;
const detail = (videoId: number) => `/video-manager/videos/${videoId}`;

const SCREENS: Record<'anonymous' | 'learner' | 'admin', Screen<number>[]> = {
  anonymous: [
    { name: 'login', address: '/login', prepare: shows('Log In') },
    { name: 'register', address: '/register', prepare: shows('Register') },
  ],
  learner: [
    { name: 'not found', address: '/nowhere', prepare: shows('404 Not Found') },
    {
      name: 'home',
      address: '/',
      prepare: async (page) => expect(page.getByTestId('video-card').first()).toBeVisible(),
    },
    {
      name: 'offline',
      address: '/',
      inHighContrast: true,
      prepare: async (page) => {
        await expect(page.getByTestId('video-card').first()).toBeVisible();
        await goOffline(page);
      },
    },
    { name: 'nothing found', address: '/?q=none', prepare: shows('Available Videos') },
    { name: 'menu', address: '/', widths: [PHONE], prepare: opens('Menu', 'Menu') },
    { name: 'profile', address: '/profile', prepare: shows('Profile') },
    {
      name: 'settings',
      address: '/settings',
      prepare: async (page) => expect(page.getByText('Appearance', { exact: true })).toBeVisible(),
    },
    { name: 'practice', address: practice, inHighContrast: true, prepare: isReady },
    {
      name: 'practice offline',
      address: practice,
      inHighContrast: true,
      prepare: async (page) => {
        await isReady(page);
        await goOffline(page);
      },
    },
    {
      name: 'turn',
      address: practice,
      inHighContrast: true,
      prepare: async (page) => {
        await practiceOf(page).play.click();
        await expect(practiceOf(page).announcement).toContainText('Your turn:');
      },
    },
    {
      name: 'the end of a clip',
      address: practice,
      inHighContrast: true,
      prepare: async (page) => {
        await isReady(page);
        await page.getByRole('slider', { name: 'Position in the video' }).press('End');
        await expect(page.getByTestId('clip-end')).toBeVisible({ timeout: 30_000 });
      },
    },
    {
      name: 'speed menu',
      address: practice,
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Speed: / }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'translations',
      address: practice,
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Translation: / }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'lines',
      address: practice,
      widths: [PHONE],
      inHighContrast: true,
      prepare: opens('Lines', 'Lines'),
    },
    {
      name: 'player settings',
      address: practice,
      inHighContrast: true,
      prepare: async (page) => {
        await opens('Player settings', 'Player settings')(page);
        await page.getByText('Continue automatically').click();
        await expect(page.getByRole('slider', { name: 'Time to speak' })).toBeVisible();
      },
    },
    {
      name: 'keys',
      address: practice,
      prepare: async (page) => {
        await isReady(page);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      },
    },
    {
      name: 'no such video',
      address: '/video/0',
      prepare: (page) => expect(page.getByRole('alert')).toBeVisible(),
    },
    // The last one, since it ends the session.
    {
      name: 'logged out while practising',
      address: practice,
      inHighContrast: true,
      prepare: async (page) => {
        await isReady(page);
        await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
        // The speed is saved, and nothing plays.
        await page.keyboard.press('ArrowUp');
        await expect(page.locator('[data-status-bar="logged-out"]')).toBeVisible();
      },
    },
  ],
  admin: [
    { name: 'video manager', address: '/video-manager', prepare: shows('Video Manager') },
    {
      name: 'add video',
      address: '/video-manager',
      prepare: opens('Add Video', 'Add New Video'),
    },
    {
      name: 'video detail',
      address: detail,
      prepare: (page) => expect(page.getByTestId('subtitle-card')).toHaveCount(4),
    },
    {
      name: 'upload subtitle',
      address: detail,
      prepare: opens('Upload Subtitle', 'Upload Subtitle'),
    },
  ],
};

test.use({ world: 'accessibility' });

let videoId: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  await addClip(admin, ENGLISH_CLIP);
  videoId = await addClip(admin, MULTILINGUAL);
});

for (const visitor of ['anonymous', 'learner', 'admin'] as const) {
  test(`axe finds nothing on the screens, ${visitor}`, async ({ page, signIn }) => {
    if (visitor !== 'anonymous') await signIn(page, visitor === 'admin' ? ADMIN : undefined);
    await expectScreensAccessible(page, SCREENS[visitor], videoId);
  });
}
