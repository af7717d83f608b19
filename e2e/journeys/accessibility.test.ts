import type { Page } from '@playwright/test';
import { expectScreensAccessible, PHONE, type Screen } from '../support/accessibility.ts';
import { addClip, adminApi, ENGLISH_CLIP, MULTILINGUAL } from '../support/api.ts';
import { practicePage } from '../support/practice.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const showsHeading = (heading: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
const waitUntilReady = (page: Page) => expect(page.getByText('Ready', { exact: true })).toBeVisible();
const openDialog = (button: string, dialog: string) => async (page: Page) => {
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
const practiceUrl = (videoId: number) => `/video/${videoId}`;
const detailUrl = (videoId: number) => `/video-manager/videos/${videoId}`;

const SCREENS: Record<'anonymous' | 'learner' | 'admin', Screen<number>[]> = {
  anonymous: [
    { name: 'login', url: '/login', prepare: showsHeading('Log In') },
    { name: 'register', url: '/register', prepare: showsHeading('Register') },
  ],
  learner: [
    { name: 'not found', url: '/nowhere', prepare: showsHeading('404 Not Found') },
    {
      name: 'home',
      url: '/',
      prepare: async (page) => expect(page.getByTestId('video-card').first()).toBeVisible(),
    },
    {
      name: 'offline',
      url: '/',
      inHighContrast: true,
      prepare: async (page) => {
        await expect(page.getByTestId('video-card').first()).toBeVisible();
        await goOffline(page);
      },
    },
    { name: 'search without results', url: '/?q=none', prepare: showsHeading('Available Videos') },
    { name: 'menu', url: '/', widths: [PHONE], prepare: openDialog('Menu', 'Menu') },
    { name: 'profile', url: '/profile', prepare: showsHeading('Profile') },
    {
      name: 'settings',
      url: '/settings',
      prepare: async (page) => expect(page.getByText('Appearance', { exact: true })).toBeVisible(),
    },
    { name: 'practice', url: practiceUrl, inHighContrast: true, prepare: waitUntilReady },
    {
      name: 'practice offline',
      url: practiceUrl,
      inHighContrast: true,
      prepare: async (page) => {
        await waitUntilReady(page);
        await goOffline(page);
      },
    },
    {
      name: 'turn',
      url: practiceUrl,
      inHighContrast: true,
      prepare: async (page) => {
        await practicePage(page).play.click();
        await expect(practicePage(page).announcement).toContainText('Your turn:');
      },
    },
    {
      name: 'the end of a clip',
      url: practiceUrl,
      inHighContrast: true,
      prepare: async (page) => {
        await waitUntilReady(page);
        await page.getByRole('slider', { name: 'Position in the video' }).press('End');
        await expect(page.getByTestId('clip-end')).toBeVisible({ timeout: 30_000 });
      },
    },
    {
      name: 'speed menu',
      url: practiceUrl,
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Speed: / }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'translations',
      url: practiceUrl,
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Translation: / }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'lines',
      url: practiceUrl,
      widths: [PHONE],
      inHighContrast: true,
      prepare: openDialog('Lines', 'Lines'),
    },
    {
      name: 'player settings',
      url: practiceUrl,
      inHighContrast: true,
      prepare: async (page) => {
        await openDialog('Player settings', 'Player settings')(page);
        await page.getByText('Continue automatically').click();
        await expect(page.getByRole('slider', { name: 'Time to speak' })).toBeVisible();
      },
    },
    {
      name: 'keys',
      url: practiceUrl,
      prepare: async (page) => {
        await waitUntilReady(page);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      },
    },
    {
      name: 'unknown video',
      url: '/video/0',
      prepare: (page) => expect(page.getByRole('alert')).toBeVisible(),
    },
    // Last, since it ends the session.
    {
      name: 'logged out while practising',
      url: practiceUrl,
      inHighContrast: true,
      prepare: async (page) => {
        await waitUntilReady(page);
        await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
        // Changes the speed, which sends a request.
        await page.keyboard.press('ArrowUp');
        await expect(page.locator('[data-status-bar="logged-out"]')).toBeVisible();
      },
    },
  ],
  admin: [
    { name: 'video manager', url: '/video-manager', prepare: showsHeading('Video Manager') },
    {
      name: 'add video',
      url: '/video-manager',
      prepare: openDialog('Add Video', 'Add New Video'),
    },
    {
      name: 'video detail',
      url: detailUrl,
      prepare: (page) => expect(page.getByTestId('subtitle-card')).toHaveCount(4),
    },
    {
      name: 'upload subtitle',
      url: detailUrl,
      prepare: openDialog('Upload Subtitle', 'Upload Subtitle'),
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
  test(`the screens of the ${visitor} visitor are accessible`, async ({ page, signIn }) => {
    if (visitor !== 'anonymous') await signIn(page, visitor === 'admin' ? ADMIN : undefined);
    await expectScreensAccessible(page, SCREENS[visitor], videoId);
  });
}
