import type { Page } from '@playwright/test';
import { accounts, type subtitles } from '@sayback/contract';
import { addClip, adminApi, apiAs, ENGLISH_CLIP, makeLearnerAt, segmentsOf } from '../support/api.ts';
import { numberOf, practiceOf, untilTurn } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

const SHORT = 'But then, where is she now?';

test.describe.configure({ mode: 'parallel' });

let videoId: number;
let short: subtitles.Segment;
let shortNumber: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  videoId = await addClip(admin, ENGLISH_CLIP);
  const segments = await segmentsOf(admin, videoId);
  shortNumber = numberOf(segments, SHORT);
  short = segments[shortNumber - 1] as subtitles.Segment;
});

const practise = test.extend<{ enter: () => ReturnType<typeof makeLearnerAt> }>({
  enter: async ({ page, server, signIn }, use) =>
    use(async () => {
      const learner = await makeLearnerAt(server.url, videoId, shortNumber, { line_pause: 0 });
      await signIn(page, learner);
      await page.goto(`/video/${videoId}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
      return learner;
    }),
});

const way = (page: Page, name: string) =>
  page.getByRole('button', { name: `Way to practise: ${name}`, exact: true });

practise('a way is chosen in the menu, and remembered for the video', async ({ page, server, enter }) => {
  const learner = await enter();
  const { original, translation, play } = practiceOf(page);
  await expect(original).toBeVisible();
  await way(page, 'Listen and say').click();
  await page.getByRole('menuitemradio', { name: 'Listen first' }).click();
  await expect(way(page, 'Listen first')).toBeFocused();
  await expect(original).toBeHidden();
  await expect(translation).toBeHidden();
  const api = await apiAs(server.url, learner);
  await expect
    .poll(async () => (await api(accounts.getPreferences)).player.ways)
    .toEqual([{ video_id: videoId, way: 'listenFirst' }]);
  await page.reload();
  await expect(way(page, 'Listen first')).toBeVisible();
  await expect(original).toBeHidden();
  await play.click();
  await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
  await expect(practiceOf(page).announcement).toHaveText('Your turn:');
  // The main button uncovers the line before it goes on.
  await page.getByRole('button', { name: 'Show text' }).first().click();
  await expect(original).toHaveText(SHORT);
  await expect(translation).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByTestId('segment-count')).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
  await expect(original).toBeHidden();
});

practise('a digit changes the way at once, and only listening has no turns', async ({ page, enter }) => {
  await enter();
  await page.keyboard.press('3');
  await expect(way(page, 'Listen only')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByTestId('segment-count')).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
  await expect(page.getByText('Listen', { exact: true })).toBeVisible();
  await page.keyboard.press('1');
  await expect(way(page, 'Listen and say')).toBeVisible();
  await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
});

practise('Listen without stops in the settings is the way that only listens', async ({ page, enter }) => {
  await enter();
  await page.getByRole('button', { name: 'Player settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Player settings' });
  await drawer.getByRole('switch', { name: /^Listen without stops/ }).click();
  await page.keyboard.press('Escape');
  // A key pressed while it closes is the drawer's.
  await expect(drawer).toBeHidden();
  await expect(way(page, 'Listen only')).toBeVisible();
  await page.keyboard.press('1');
  await expect(way(page, 'Listen and say')).toBeVisible();
  await practiceOf(page).play.click();
  await untilTurn(page, short);
});
