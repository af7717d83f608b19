import type { Page } from '@playwright/test';
import { DESK, expectAccessible, PHONE } from '../support/accessibility.ts';
import { addClip, adminApi, ENGLISH_CLIP, MANY_TONGUES } from '../support/api.ts';
import { practiceOf } from '../support/practice.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

type Screen = {
  name: string;
  address: string | ((videoId: number) => string);
  visitor?: 'anonymous' | 'admin';
  /** There on phones alone. */
  narrow?: boolean;
  /** Brings the screen to the state that is looked at. */
  prepare: (page: Page) => Promise<void>;
};

const shows = (heading: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
const isReady = (page: Page) => expect(page.getByText('Ready', { exact: true })).toBeVisible();
const opens = (button: string, dialog: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
};
const practice: Screen['address'] = (videoId) => `/video/${videoId}`;
const detail: Screen['address'] = (videoId) => `/video-manager/videos/${videoId}`;

const SCREENS: Screen[] = [
  { name: 'login', address: '/login', visitor: 'anonymous', prepare: shows('Log In') },
  { name: 'register', address: '/register', visitor: 'anonymous', prepare: shows('Register') },
  { name: 'not found', address: '/nowhere', prepare: shows('404 Not Found') },
  {
    name: 'home',
    address: '/',
    prepare: async (page) => expect(page.getByTestId('video-card').first()).toBeVisible(),
  },
  { name: 'nothing found', address: '/?q=none', prepare: shows('Available Videos') },
  { name: 'menu', address: '/', narrow: true, prepare: opens('Menu', 'Menu') },
  { name: 'profile', address: '/profile', prepare: shows('Profile') },
  {
    name: 'settings',
    address: '/settings',
    prepare: async (page) => expect(page.getByText('Appearance', { exact: true })).toBeVisible(),
  },
  { name: 'practice', address: practice, prepare: isReady },
  {
    name: 'turn',
    address: practice,
    prepare: async (page) => {
      await practiceOf(page).play.click();
      await expect(practiceOf(page).announcement).toContainText('Your turn:');
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
  { name: 'player settings', address: practice, prepare: opens('Player settings', 'Player settings') },
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
  { name: 'video manager', address: '/video-manager', visitor: 'admin', prepare: shows('Video Manager') },
  {
    name: 'add video',
    address: '/video-manager',
    visitor: 'admin',
    prepare: opens('Add Video', 'Add New Video'),
  },
  {
    name: 'video detail',
    address: detail,
    visitor: 'admin',
    prepare: (page) => expect(page.getByTestId('subtitle-card')).toHaveCount(4),
  },
  {
    name: 'upload subtitle',
    address: detail,
    visitor: 'admin',
    prepare: opens('Upload Subtitle', 'Upload Subtitle'),
  },
];

test.use({ world: 'accessibility' });

let videoId: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  await addClip(admin, ENGLISH_CLIP);
  videoId = await addClip(admin, MANY_TONGUES);
});

for (const { name, address, visitor, narrow, prepare } of SCREENS) {
  test(`axe finds nothing on: ${name}`, async ({ page, signIn }) => {
    const widths = narrow ? [PHONE] : [DESK, PHONE];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: widths[0] ?? DESK, height: 800 });
    if (visitor !== 'anonymous') await signIn(page, visitor === 'admin' ? ADMIN : undefined);
    await page.goto(typeof address === 'string' ? address : address(videoId));
    await prepare(page);
    await expectAccessible(page, widths);
  });
}
