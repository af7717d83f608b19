import type { Locator, Page } from '@playwright/test';
import { videos as contract, type PlayerSettings, type subtitles } from '@sayback/contract';
import { addClip, adminApi, createLearnerAt, ENGLISH_CLIP, fetchSegments } from '../support/api.ts';
import { practicePage } from '../support/practice.ts';
import { sharedClipId } from '../support/sayback-server.ts';
import { test as base, expect } from '../support/test.ts';
import { installYouTube } from '../support/youtube-double.ts';

/** Viewports of laptops and phones, without the browser's bars. */
const LAPTOPS = [
  [1366, 650],
  [1280, 800],
  [1024, 600],
] as const;
const PHONES = [
  [844, 390],
  [667, 375],
  [390, 844],
  [320, 568],
] as const;

let videos: Record<'hosted' | 'youtube', number>;
let segments: subtitles.Segment[];
base.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  videos = {
    hosted: sharedClipId(),
    youtube: await addClip(admin, ENGLISH_CLIP, 'youtube'),
  };
  segments = await fetchSegments(admin, videos.hosted);
});

const stageParts = (page: Page) => ({
  picture: page.getByTestId('click-shield'),
  line: page.locator('section').filter({ has: practicePage(page).count }),
  slider: page.getByTestId('segment-slider'),
  play: practicePage(page).play,
});
const readEdges = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not shown`);
  const { x, y, width, height } = box;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
};

const test = base.extend<{
  openPractice: (source: keyof typeof videos, player?: Partial<PlayerSettings>) => Promise<void>;
}>({
  openPractice: async ({ page, server, signIn }, use) =>
    use(async (source, player) => {
      if (source === 'youtube') await installYouTube(page);
      await signIn(page, await createLearnerAt(server.url, videos[source], 1, player));
      await page.goto(`/video/${videos[source]}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    }),
});

for (const source of ['hosted', 'youtube'] as const) {
  test(`the whole stage is visible without scrolling: ${source}`, async ({ page, openPractice }) => {
    await openPractice(source);
    const { picture, line, slider, play } = stageParts(page);
    for (const [width, height] of [...LAPTOPS, ...PHONES]) {
      await page.setViewportSize({ width, height });
      const size = `${width}×${height}`;
      for (const part of [picture, line, slider, play]) {
        const { left, top, right, bottom } = await readEdges(part);
        expect(Math.min(left, top, width - right, height - bottom), size).toBeGreaterThanOrEqual(0);
      }
      const [pictureEdges, lineEdges, sliderEdges] = [
        await readEdges(picture),
        await readEdges(line),
        await readEdges(slider),
      ];
      expect(
        Math.min(
          Math.abs(lineEdges.top - pictureEdges.bottom),
          Math.abs(lineEdges.left - pictureEdges.right),
        ),
        size,
      ).toBeLessThan(2);
      expect(lineEdges.bottom, size).toBeLessThanOrEqual(sliderEdges.top + 1);
      if (source === 'youtube')
        expect(Math.min(pictureEdges.width, pictureEdges.height), size).toBeGreaterThanOrEqual(200);
    }
  });
}

/** Window sizes, and the minimum share of the window that the picture fills. */
const SHARES = [
  [1366, 657, 0.38],
  [1280, 800, 0.32],
  [1920, 1080, 0.34],
  [390, 844, 0.25],
] as const;

test('the picture is large, and a long line doesn’t overlap the controls', async ({ page, openPractice }) => {
  await openPractice('hosted');
  const { picture, line, slider } = stageParts(page);
  const { original } = practicePage(page);
  await original.evaluate((lineEdges) => {
    lineEdges.textContent = 'palabras muy largas '.repeat(11);
  });
  for (const [width, height, min] of SHARES) {
    await page.setViewportSize({ width, height });
    const size = `${width}×${height}`;
    const pictureEdges = await readEdges(picture);
    expect((pictureEdges.width * pictureEdges.height) / (width * height), size).toBeGreaterThanOrEqual(min);
    expect((await readEdges(line)).bottom, size).toBeLessThanOrEqual((await readEdges(slider)).top + 1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), size).toBe(0);
  }
});

test('texts over the video are at its lower edge, and leave some of it uncovered', async ({
  page,
  openPractice,
}) => {
  await openPractice('hosted', { panels: 'over' });
  const { picture, line, play } = stageParts(page);
  for (const [width, height] of [...LAPTOPS, ...PHONES]) {
    await page.setViewportSize({ width, height });
    const [pictureEdges, lineEdges] = [await readEdges(picture), await readEdges(line)];
    const size = `${width}×${height}`;
    expect(Math.abs(lineEdges.bottom - pictureEdges.bottom), size).toBeLessThan(1);
    expect(lineEdges.height / pictureEdges.height, size).toBeLessThan(0.75);
    expect((await readEdges(play)).bottom, size).toBeLessThanOrEqual(height);
  }
  await page.setViewportSize({ width: 1366, height: 650 });
  expect((await readEdges(picture)).height).toBeGreaterThan(400);
});

test('a right-to-left title is next to the Back link', async ({ page, server, signIn }) => {
  const admin = await adminApi(server.url);
  const id = await addClip(admin, ENGLISH_CLIP);
  await admin(contract.updateVideo, { params: { id }, body: { title: 'قطة اسمها بسكويت' } });
  await signIn(page);
  await page.goto(`/video/${id}`);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  const back = await readEdges(page.getByRole('link', { name: 'Back' }));
  const title = await readEdges(page.getByRole('heading', { name: 'قطة اسمها بسكويت' }));
  expect(title.left - back.right).toBeLessThan(20);
  expect(title.width).toBeLessThan(300);
});

test('the controls have the same position for every line', async ({ page, openPractice }) => {
  const { play } = stageParts(page);
  const { original, stop } = practicePage(page);
  await openPractice('hosted');
  const tops: { width: number; height: number; top: number }[] = [];
  for (const [width, height] of [...LAPTOPS, ...PHONES]) {
    await page.setViewportSize({ width, height });
    tops.push({ width, height, top: (await readEdges(play)).top });
  }
  const expectSamePositions = async () => {
    for (const { top, ...size } of tops) {
      await page.setViewportSize(size);
      await page.keyboard.press('r');
      expect((await readEdges(stop)).top, `${size.width}×${size.height}`).toBe(top);
    }
  };
  const countLetters = (segment: subtitles.Segment) =>
    segment.text_original.length + segment.text_target.length;
  const longest = segments.reduce((a, b) => (countLetters(b) > countLetters(a) ? b : a));
  for (let index = 0; index < segments.indexOf(longest); index += 1) await page.keyboard.press('ArrowRight');
  await expect(original).toHaveText(longest.text_original);
  await expectSamePositions();
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Show original' })).toBeVisible();
  await expectSamePositions();
});
