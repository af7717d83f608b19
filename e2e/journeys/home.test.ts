import type { Page } from '@playwright/test';
import { videos } from '@sayback/contract';
import { addClip, addLine, adminApi, ENGLISH_CLIP } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'home' });

const VIDEO_COUNT = 26;
const videoCards = (page: Page) => page.getByTestId('video-card');
const readTitles = (page: Page) => videoCards(page).getByRole('heading').allTextContents();

test('home without videos shows a message', async ({ page, signIn }) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByText('No videos available.')).toBeVisible();
  await expect(videoCards(page)).toHaveCount(0);
});

test.describe('with many videos', () => {
  test.beforeAll(async ({ server }) => {
    const admin = await adminApi(server.url);
    await addClip(admin, ENGLISH_CLIP);
    for (let number = 1; number < VIDEO_COUNT; number += 1) {
      const title = `Video ${String(number).padStart(2, '0')}`;
      const original_language = number === 3 ? 'fr' : number % 2 === 0 ? 'es' : 'en';
      const youtube_id = `home-video${String.fromCharCode(64 + number)}`;
      await addLine(
        admin,
        await admin(videos.createVideo, { body: { title, original_language, youtube_id } }),
      );
    }
  });

  test('home requests no URL twice, and no code of other screens before the videos are visible', async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === new URL(page.url()).origin) requested.push(pathname);
    });
    await page.goto('/');
    await expect(videoCards(page)).toHaveCount(24);
    const calls = requested.filter((path) => path.startsWith('/api/'));
    expect(calls).toContain(videos.listVideos.path);
    expect(calls.filter((path, index) => calls.indexOf(path) !== index)).toEqual([]);
    const scripts = requested.filter((path) => path.endsWith('.js'));
    expect(scripts.map((path) => path.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      '/assets/frame',
      '/assets/home',
      '/assets/home-page',
      '/assets/rolldown-runtime',
      '/start.js',
    ]);
  });

  test('the first pictures are requested while the code of home is still loading', async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    let sendCode = () => {};
    const released = new Promise<void>((resolve) => {
      sendCode = resolve;
    });
    await page.route('**/assets/home-*.js', async (route) => {
      await released;
      await route.continue();
    });
    const picture = page.waitForRequest(/\/mqdefault\.jpg$/);
    await page.goto('/', { waitUntil: 'commit' });
    await picture;
    await expect(videoCards(page)).toHaveCount(0);
    sendCode();
    await expect(videoCards(page)).toHaveCount(24);
  });

  test('the next page loads on scrolling', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await expect(videoCards(page)).toHaveCount(24);
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 20_000);
    await expect(videoCards(page)).toHaveCount(VIDEO_COUNT);
    expect(new Set(await readTitles(page)).size).toBe(VIDEO_COUNT);
    await expect(page.getByRole('button', { name: 'Load more videos' })).toBeHidden();
  });

  test('a video is found by words of its title or description, and the search survives a reload', async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Search videos' }).fill('prácti bisc');
    await expect(videoCards(page)).toHaveCount(1);
    await expect(videoCards(page)).toContainText(ENGLISH_CLIP.title);
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('prácti bisc');
    await expect(videoCards(page)).toHaveCount(1);
  });

  test('Back from a video returns to the same scroll position in the same list', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/?language=en');
    const card = videoCards(page).filter({ hasText: ENGLISH_CLIP.title });
    await card.scrollIntoViewIfNeeded();
    const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
    const scrollBefore = await scrollY();
    expect(scrollBefore).toBeGreaterThan(200);
    await card.click();
    await expect(page).toHaveURL(/\/video\/\d+$/);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/?language=en');
    await expect(card).toBeInViewport();
    expect(Math.abs((await scrollY()) - scrollBefore)).toBeLessThan(3);
  });

  test('cards grow with the browser’s text size, without cutting off text', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/?q=biscuit');
    await expect(videoCards(page)).toHaveCount(1);
    const measure = () =>
      videoCards(page).evaluate(({ clientHeight, scrollHeight }) => [
        clientHeight,
        scrollHeight - clientHeight,
      ]);
    const [height = 0] = await measure();
    await page.addStyleTag({ content: ':root { font-size: 28px }' });
    const [grownHeight = 0, hiddenHeight] = await measure();
    expect(grownHeight).toBeGreaterThan(height + 50);
    expect(hiddenHeight).toBe(0);
  });

  test('a search without results shows a message, and a button for all videos', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/?q=no%20such%20title');
    await expect(page.getByText('No videos found.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all videos' }).click();
    await expect(videoCards(page)).toHaveCount(24);
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  test('a failed request is reported, and can be retried', async ({ page, signIn }) => {
    await signIn(page);
    await page.route('**/api/videos/?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('Failed to load videos.');
    await page.unroute('**/api/videos/?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(videoCards(page)).toHaveCount(24);
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('the number of cards in a row depends on the width', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await expect(videoCards(page)).toHaveCount(24);
    for (const [width, columns] of [
      [1280, 4],
      [1000, 3],
      [800, 2],
      [600, 2],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await Promise.all((await videoCards(page).all()).map((card) => card.boundingBox()));
      const top = boxes[0]?.y;
      expect(
        boxes.filter((box) => box?.y === top),
        `${width} pixels wide`,
      ).toHaveLength(columns);
      expect(Math.min(...boxes.map((box) => box?.height ?? 0)), `${width} pixels wide`).toBe(350);
    }
  });
});
