import type { Page } from '@playwright/test';
import { accounts, practice, videos } from '@sayback/contract';
import { addClip, adminApi, apiAs, ENGLISH_CLIP, makeLearner } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'home' });

const ALL = 26;
const cardsOf = (page: Page) => page.getByTestId('video-card');
const titlesOf = (page: Page) => cardsOf(page).getByRole('heading').allTextContents();

test('a place without videos says so', async ({ page, signIn }) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByText('No videos available.')).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(0);
});

test.describe('among many videos', () => {
  let clip: number;
  test.beforeAll(async ({ server }) => {
    const admin = await adminApi(server.url);
    clip = await addClip(admin, ENGLISH_CLIP);
    for (let number = 1; number < ALL; number += 1) {
      const title = `Video ${String(number).padStart(2, '0')}`;
      const original_language = number === 3 ? 'fr' : number % 2 === 0 ? 'es' : 'en';
      const youtube_id = `home-video${String.fromCharCode(64 + number)}`;
      await admin(videos.createVideo, { body: { title, original_language, youtube_id } });
    }
  });

  test('the next page comes while one scrolls', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await expect(cardsOf(page)).toHaveCount(24);
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 20_000);
    await expect(cardsOf(page)).toHaveCount(ALL);
    expect(new Set(await titlesOf(page)).size).toBe(ALL);
    await expect(page.getByRole('button', { name: 'Load more videos' })).toBeHidden();
  });

  test('a title is found by a part of it, and the address keeps the search', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Search by title' }).fill('called bis');
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardsOf(page)).toContainText(ENGLISH_CLIP.title);
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('called bis');
    await expect(cardsOf(page)).toHaveCount(1);
  });

  test('a language shows its videos alone', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'French', exact: true }).click();
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardsOf(page)).toContainText('Video 03');
  });

  test('a search that finds nothing says so, and leads back to all', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/?q=no%20such%20title');
    await expect(page.getByText('No videos found.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all videos' }).click();
    await expect(cardsOf(page)).toHaveCount(24);
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  test('the practice languages come first', async ({ page, server, signIn }) => {
    const account = await makeLearner(server.url);
    const api = await apiAs(server.url, account);
    await api(accounts.addPracticeLanguage, { body: { language: 'fr' } });
    await signIn(page, account);
    await page.goto('/');
    await expect(cardsOf(page).first()).toContainText('Video 03');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await expect(page.getByRole('option').first()).toHaveText('French');
    // Those alone in which there are videos.
    await expect(page.getByRole('option', { name: 'English' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'German' })).toHaveCount(0);
  });

  test('a card shows how far the learner is', async ({ page, server, signIn }) => {
    const account = await makeLearner(server.url);
    const api = await apiAs(server.url, account);
    await api(practice.saveProgress, { body: { video_id: clip, last_segment: 10 } });
    await signIn(page, account);
    await page.goto('/?q=biscuit');
    const progress = cardsOf(page).getByRole('progressbar', { name: /^\d+ % practised$/ });
    await expect(progress).toBeVisible();
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(40);
    await expect(page.getByRole('progressbar')).toHaveCount(1);
  });

  test('a server in trouble is told, and tried again when one asks', async ({ page, signIn }) => {
    await signIn(page);
    await page.route('**/api/videos/?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('Failed to load videos.');
    await page.unroute('**/api/videos/?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cardsOf(page)).toHaveCount(24);
    await expect(page.getByRole('alert')).toBeHidden();
  });

  for (const [width, columns] of [
    [1280, 4],
    [1000, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    test(`at a width of ${width} the cards stand in rows of ${columns}`, async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 800 });
      await signIn(page);
      await page.goto('/');
      await expect(cardsOf(page)).toHaveCount(24);
      const boxes = await Promise.all((await cardsOf(page).all()).map((card) => card.boundingBox()));
      const top = boxes[0]?.y;
      expect(boxes.filter((box) => box?.y === top)).toHaveLength(columns);
      expect(boxes.map((box) => box?.height)).toEqual(boxes.map(() => 350));
    });
  }
});
