import type { Page } from '@playwright/test';
import {
  hashLine,
  makeAttemptId,
  type PlayerSettings,
  parsePosition,
  practice,
  type subtitles,
} from '@sayback/contract';
import { adminApi, apiAs, createLearnerAt, fetchSegments } from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectPlayed, practicePage, segmentNumber, toSeconds, waitForTurn } from '../support/practice.ts';
import { sharedClipId } from '../support/sayback-server.ts';
import { test as base, expect } from '../support/test.ts';

/** The shortest segment of the clip. */
const SHORT = 'But then, where is she now?';

// Tests that wait for a line to play need no processor time, so they can run in parallel.
base.describe.configure({ mode: 'parallel' });

const videoId = sharedClipId();
let segments: subtitles.Segment[];
let short: subtitles.Segment;
let shortNumber: number;
base.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  segments = await fetchSegments(admin, videoId);
  shortNumber = segmentNumber(segments, SHORT);
  short = segments[shortNumber - 1] as subtitles.Segment;
});

const settingsDrawer = (page: Page) => page.getByRole('dialog', { name: 'Player settings' });
const readPlaybackRate = (page: Page) =>
  page.getByTestId('media').evaluate((media: HTMLVideoElement) => media.playbackRate);

type OpenPractice = (player?: Partial<PlayerSettings>, segment?: number) => Promise<void>;
const test = base.extend<{ openPractice: OpenPractice }>({
  openPractice: async ({ page, server, signIn }, use) =>
    use(async (player, segment = shortNumber) => {
      await signIn(page, await createLearnerAt(server.url, videoId, segment, player));
      await page.goto(`/video/${videoId}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    }),
});

test('a segment at another speed stops at the same end', async ({ page, openPractice }) => {
  const stops = await watchMedia(page);
  await openPractice();
  await page.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await page.getByRole('menuitem', { name: 'Slower' }).click();
  await expect(page.getByRole('button', { name: 'Speed: 1.45×' })).toBeVisible();
  await page.keyboard.press('Escape');
  await practicePage(page).play.click();
  await waitForTurn(page, short);
  expect(await readPlaybackRate(page)).toBe(1.45);
  expectPlayed((await stops()).at(-1), short);
});

test('practised lines are ticked, also after a reload, but skipped lines aren’t', async ({
  page,
  openPractice,
}) => {
  await openPractice({ line_pause: 0 });
  const { play, next } = practicePage(page);
  const expectTicks = async () => {
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    const ticked = page.getByRole('button').filter({ has: page.getByRole('img', { name: 'Practised' }) });
    await expect(ticked).toHaveText(new RegExp(SHORT.replace('?', '\\?')));
  };
  await play.click();
  await waitForTurn(page, short);
  // A turn left before half the line's duration counts as skipped.
  await page.waitForTimeout((toSeconds(short.end_time) - toSeconds(short.start_time)) * 1000);
  await next.click();
  await next.click();
  await expectTicks();
  await page.reload();
  await expectTicks();
});

test('an automatic turn can be paused, and the segment played again', async ({ page, openPractice }) => {
  await openPractice({ turn: 'auto', turn_length: 3 });
  const { play, stop, count } = practicePage(page);
  await page.keyboard.press(' ');
  await waitForTurn(page, short);
  await expect(stop).toBeVisible();
  await page.keyboard.press(' ');
  await expect(play).toBeVisible();
  await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
  await play.click();
  await expect(page.getByText('Listen', { exact: true })).toBeVisible();
  await expect(count).toHaveText(`Line ${shortNumber} of ${segments.length}`);
});

test('a blurred translation can be revealed', async ({ page, openPractice }) => {
  await openPractice({ translation: 'blur' });
  const { original, translation } = practicePage(page);
  await expect(original).toHaveText(short.text_original);
  await expect(translation).toHaveCSS('filter', /blur/);
  await expect(page.getByRole('paragraph').filter({ hasText: short.text_target })).toBeHidden();
  const reveal = page.getByRole('button', { name: 'Show translation' });
  // Phones have no hover: the reveal label is always visible.
  await expect(reveal.locator('> span')).toHaveCSS('opacity', '1');
  await reveal.click();
  await expect(translation).toHaveCSS('filter', 'none');
  await expect(page.getByRole('paragraph').filter({ hasText: short.text_target })).toBeVisible();
});

test('an original that is hidden until the turn is shown in the turn', async ({ page, openPractice }) => {
  await openPractice({ original: 'hide', original_until_turn: true });
  const { play, original } = practicePage(page);
  const reveal = page.getByRole('button', { name: 'Show original' });
  await expect(reveal).toBeVisible();
  await play.click();
  await waitForTurn(page, short);
  await expect(reveal).toBeHidden();
  await expect(original).toHaveAttribute('data-shown', 'true');
  await expect(original).toBeVisible();
});

test('player settings persist after a reload, and in another browser', async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  const account = await signIn(page);
  await page.goto(`/video/${videoId}`);
  await page.getByRole('button', { name: 'Player settings' }).click();
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' && response.url() === `${server.url}/api/accounts/preferences/`,
  );
  await settingsDrawer(page).getByRole('combobox', { name: 'Repeat each line' }).click();
  await page.getByRole('option', { name: '3 times' }).click();
  await saved;

  const other = await openBrowser();
  await signIn(other, account);
  await other.goto(`/video/${videoId}`);
  await page.reload();
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Player settings' }).click();
    await expect(settingsDrawer(tab).getByRole('combobox', { name: 'Repeat each line' })).toHaveValue(
      '3 times',
    );
  }
});

test('releasing the slider goes to that segment after two seconds', async ({ page, openPractice }) => {
  const stops = await watchMedia(page);
  await page.clock.install();
  await openPractice({}, 1);
  const slider = page.getByTestId('segment-slider');
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not shown');
  const duration = await page.getByTestId('media').evaluate((media: HTMLVideoElement) => media.duration);
  const position = 64 / duration;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 5, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * position, y, { steps: 4 });
  await expect(practicePage(page).count).toHaveText(/^Line 1 of/);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.mouse.up();
  // The slider reports it a moment later.
  await page.clock.runFor(5);
  const pause = page.getByText('Next line…');
  await expect(pause).toBeVisible();
  await expect(practicePage(page).count).toHaveText(`Line ${shortNumber} of ${segments.length}`);
  await page.clock.runFor(1985);
  await expect(pause).toBeVisible();
  await page.clock.runFor(25);
  await expect(page.getByText('Listen', { exact: true })).toBeVisible();
  await page.clock.resume();
  await waitForTurn(page, short);
  expectPlayed((await stops()).at(-1), short);
});

test('an expired media URL is renewed without a message', async ({ page, openPractice }) => {
  const isRefused: string[] = [];
  await page.route('**/media/**', async (route) => {
    if (route.request().resourceType() !== 'media' || isRefused.length > 0) return route.continue();
    isRefused.push(route.request().url());
    return route.fulfill({ status: 403, json: { detail: 'This address has expired.' } });
  });
  await openPractice();
  await practicePage(page).play.click();
  await waitForTurn(page, short);
  expect(isRefused).toHaveLength(1);
});

test('a file that can’t be loaded can be retried, at the same segment', async ({ page, server, signIn }) => {
  let isRefused = true;
  await page.route('**/media/**', (route) => {
    const isFile = route.request().resourceType() !== 'image';
    return isRefused && isFile
      ? route.fulfill({ status: 503, json: { detail: 'Later.' } })
      : route.continue();
  });
  await signIn(page, await createLearnerAt(server.url, videoId, 1));
  await page.goto(`/video/${videoId}`);
  const fault = page.getByText("Couldn't load the video file. Check your connection and try again.");
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(fault).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await retry.click();
  await expect(page.getByText('Loading video…')).toBeVisible();
  await expect(fault).toBeVisible();
  isRefused = false;
  await retry.click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await expect(practicePage(page).count).toHaveText(/^Line 2 of/);
});

test('after the last line, the end links to the first unpractised line', async ({ page, openPractice }) => {
  await openPractice({}, segments.length);
  const { play, next, count } = practicePage(page);
  await expect(next).toBeDisabled();
  await play.click();
  const end = page.getByTestId('clip-end');
  await expect(end).toContainText('That was the last line.');
  await expect(end).toContainText(`${segments.length - 1} lines are still waiting:`);
  await end.getByRole('button', { name: 'Go on with line 1' }).click();
  await expect(count).toHaveText(/^Line 1 of/);
});

test('a finished video shows a message, can be restarted, and opens at its first line', async ({
  page,
  server,
  signIn,
}) => {
  const account = await createLearnerAt(server.url, videoId, segments.length);
  const attempts = segments.slice(0, -1).map((segment) => ({
    id: makeAttemptId(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    video_id: videoId,
    start_ms: parsePosition(segment.start_time) ?? 0,
    text_hash: hashLine(segment.text_original),
    what: 'waited' as const,
  }));
  await (await apiAs(server.url, account))(practice.saveAttempts, { body: { attempts } });
  await signIn(page, account);
  const { count } = practicePage(page);
  await page.goto(`/video/${videoId}`);
  // The progress is at the last line.
  await expect(count).toHaveText(/^Line 1 of/);
  await page.getByRole('slider', { name: 'Position in the video' }).press('End');
  await expect(page.getByText("You've finished!")).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(count).toHaveText(/^Line 1 of/);
});

const countRunningAnimations = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const behavior = reducedMotion === 'reduce' ? 'nothing moves' : 'something moves';
  test(`${behavior} while listening, with ${reducedMotion} for motion`, async ({ page, openPractice }) => {
    await page.emulateMedia({ reducedMotion });
    await openPractice({}, 1);
    await practicePage(page).play.click();
    await expect(page.getByText('Listen', { exact: true })).toBeVisible();
    const animations = expect.poll(() => countRunningAnimations(page));
    if (reducedMotion === 'reduce') await animations.toBe(0);
    else await animations.toBeGreaterThan(0);
  });
}

test('on a phone the controls are at the bottom, and large enough for a thumb', async ({
  page,
  openPractice,
}) => {
  const height = 844;
  await page.setViewportSize({ width: 390, height });
  await openPractice();
  const { play, next, previous } = practicePage(page);
  const speed = page.getByRole('button', { name: /^Speed: / });
  for (const control of [speed, previous, play, next]) {
    const box = await control.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height - 48);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
  const buttons = page.getByRole('main').getByRole('button');
  for (const button of await buttons.all()) {
    if (await button.isVisible()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await play.click();
  await waitForTurn(page, short);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
