import type { Locator, Page } from '@playwright/test';
import { videos as contract, type PlayerSettings, type subtitles } from '@sayback/contract';
import { addClip, adminApi, ENGLISH_CLIP, makeLearnerAt, segmentsOf } from '../support/api.ts';
import { practiceOf } from '../support/practice.ts';
import { sharedClip } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';
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
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  videos = {
    hosted: sharedClip(),
    youtube: await addClip(admin, ENGLISH_CLIP, 'youtube'),
  };
  segments = await segmentsOf(admin, videos.hosted);
});

const getParts = (page: Page) => ({
  picture: page.getByTestId('click-shield'),
  line: page.locator('section').filter({ has: practiceOf(page).count }),
  slider: page.getByTestId('segment-slider'),
  play: practiceOf(page).play,
});
const getEdges = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not shown');
  const { x, y, width, height } = box;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
};

const practise = test.extend<{
  enter: (source: keyof typeof videos, player?: Partial<PlayerSettings>) => Promise<void>;
}>({
  enter: async ({ page, server, signIn }, use) =>
    use(async (source, player) => {
      if (source === 'youtube') await installYouTube(page);
      await signIn(page, await makeLearnerAt(server.url, videos[source], 1, player));
      await page.goto(`/video/${videos[source]}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    }),
});

for (const source of ['hosted', 'youtube'] as const) {
  practise(`the whole stage is visible without scrolling: ${source}`, async ({ page, enter }) => {
    await enter(source);
    const { picture, line, slider, play } = getParts(page);
    for (const [width, height] of [...LAPTOPS, ...PHONES]) {
      await page.setViewportSize({ width, height });
      const size = `${width}×${height}`;
      for (const part of [picture, line, slider, play]) {
        const { left, top, right, bottom } = await getEdges(part);
        expect(Math.min(left, top, width - right, height - bottom), size).toBeGreaterThanOrEqual(0);
      }
      const [seen, text, controls] = [await getEdges(picture), await getEdges(line), await getEdges(slider)];
      expect(Math.min(Math.abs(text.top - seen.bottom), Math.abs(text.left - seen.right)), size).toBeLessThan(
        2,
      );
      expect(text.bottom, size).toBeLessThanOrEqual(controls.top + 1);
      if (source === 'youtube') expect(Math.min(seen.width, seen.height), size).toBeGreaterThanOrEqual(200);
    }
  });
}

/** Minimum share of the window that the picture takes. */
const SHARES = [
  [1366, 657, 0.38],
  [1280, 800, 0.32],
  [1920, 1080, 0.34],
  [390, 844, 0.25],
] as const;

practise('the picture is large, and a long line doesn’t overlap the controls', async ({ page, enter }) => {
  await enter('hosted');
  const { picture, line, slider } = getParts(page);
  const { original } = practiceOf(page);
  await original.evaluate((text) => {
    text.textContent = 'palabras muy largas '.repeat(11);
  });
  for (const [width, height, min] of SHARES) {
    await page.setViewportSize({ width, height });
    const size = `${width}×${height}`;
    const seen = await getEdges(picture);
    expect((seen.width * seen.height) / (width * height), size).toBeGreaterThanOrEqual(min);
    expect((await getEdges(line)).bottom, size).toBeLessThanOrEqual((await getEdges(slider)).top + 1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), size).toBe(0);
  }
});

practise(
  'texts over the video are at its lower edge, and leave some of it uncovered',
  async ({ page, enter }) => {
    await enter('hosted', { panels: 'over' });
    const { picture, line, play } = getParts(page);
    for (const [width, height] of [...LAPTOPS, ...PHONES]) {
      await page.setViewportSize({ width, height });
      const [seen, text] = [await getEdges(picture), await getEdges(line)];
      const size = `${width}×${height}`;
      expect(Math.abs(text.bottom - seen.bottom), size).toBeLessThan(1);
      expect(text.height / seen.height, size).toBeLessThan(0.75);
      expect((await getEdges(play)).bottom, size).toBeLessThanOrEqual(height);
    }
    await page.setViewportSize({ width: 1366, height: 650 });
    expect((await getEdges(picture)).height).toBeGreaterThan(400);
  },
);

test('a right-to-left title is next to the Back link', async ({ page, server, signIn }) => {
  const admin = await adminApi(server.url);
  const id = await addClip(admin, ENGLISH_CLIP);
  await admin(contract.updateVideo, { params: { id }, body: { title: 'قطة اسمها بسكويت' } });
  await signIn(page);
  await page.goto(`/video/${id}`);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  const back = await getEdges(page.getByRole('link', { name: 'Back' }));
  const title = await getEdges(page.getByRole('heading', { name: 'قطة اسمها بسكويت' }));
  expect(title.left - back.right).toBeLessThan(20);
  expect(title.width).toBeLessThan(300);
});

practise('the controls stay where they are, whatever the line', async ({ page, enter }) => {
  const { play } = getParts(page);
  const { original, stop } = practiceOf(page);
  await enter('hosted');
  const tops: { width: number; height: number; top: number }[] = [];
  for (const [width, height] of [...LAPTOPS, ...PHONES]) {
    await page.setViewportSize({ width, height });
    tops.push({ width, height, top: (await getEdges(play)).top });
  }
  const stayWhereTheyAre = async () => {
    for (const { top, ...size } of tops) {
      await page.setViewportSize(size);
      await page.keyboard.press('r');
      expect((await getEdges(stop)).top, `${size.width}×${size.height}`).toBe(top);
    }
  };
  const words = (segment: subtitles.Segment) => segment.text_original.length + segment.text_target.length;
  const longest = segments.reduce((a, b) => (words(b) > words(a) ? b : a));
  for (let index = 0; index < segments.indexOf(longest); index += 1) await page.keyboard.press('ArrowRight');
  await expect(original).toHaveText(longest.text_original);
  await stayWhereTheyAre();
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Show original' })).toBeVisible();
  await stayWhereTheyAre();
});
