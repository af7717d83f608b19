import type { Page } from '@playwright/test';
import {
  hashLine,
  makeAttemptId,
  type PlayerSettings,
  parsePosition,
  practice,
  type subtitles,
} from '@sayback/contract';
import { adminApi, apiAs, makeLearnerAt, segmentsOf } from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectHeard, practiceOf, segmentNumber, toSeconds, untilTurn } from '../support/practice.ts';
import { sharedClip } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

/** The shortest segment of the clip. */
const SHORT = 'But then, where is she now?';

// Parallel: tests that wait for a line to play need no processor.
test.describe.configure({ mode: 'parallel' });

const videoId = sharedClip();
let segments: subtitles.Segment[];
let short: subtitles.Segment;
let shortNumber: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  segments = await segmentsOf(admin, videoId);
  shortNumber = segmentNumber(segments, SHORT);
  short = segments[shortNumber - 1] as subtitles.Segment;
});

const settingsDrawer = (page: Page) => page.getByRole('dialog', { name: 'Player settings' });
const getRate = (page: Page) =>
  page.getByTestId('media').evaluate((media: HTMLVideoElement) => media.playbackRate);

type Enter = (player?: Partial<PlayerSettings>, segment?: number) => Promise<void>;
const practise = test.extend<{ enter: Enter }>({
  enter: async ({ page, server, signIn }, use) =>
    use(async (player, segment = shortNumber) => {
      await signIn(page, await makeLearnerAt(server.url, videoId, segment, player));
      await page.goto(`/video/${videoId}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    }),
});

practise('a changed speed takes effect, with the same end', async ({ page, enter }) => {
  const stops = await watchMedia(page);
  await enter();
  await page.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await page.getByRole('menuitem', { name: 'Slower' }).click();
  await expect(page.getByRole('button', { name: 'Speed: 1.45×' })).toBeVisible();
  await page.keyboard.press('Escape');
  await practiceOf(page).play.click();
  await untilTurn(page, short);
  expect(await getRate(page)).toBe(1.45);
  expectHeard((await stops()).at(-1), short);
});

practise(
  'lines waited through are ticked, also after a reload, but not skipped ones',
  async ({ page, enter }) => {
    await enter({ line_pause: 0 });
    const { play, next } = practiceOf(page);
    const expectTicks = async () => {
      await page.getByRole('button', { name: 'Lines', exact: true }).click();
      const ticked = page.getByRole('button').filter({ has: page.getByRole('img', { name: 'Practised' }) });
      await expect(ticked).toHaveText(new RegExp(SHORT.replace('?', '\\?')));
    };
    await play.click();
    await untilTurn(page, short);
    // A turn left before half the line's duration counts as skipped.
    await page.waitForTimeout((toSeconds(short.end_time) - toSeconds(short.start_time)) * 1000);
    await next.click();
    await next.click();
    await expectTicks();
    await page.reload();
    await expectTicks();
  },
);

practise('an automatic turn can be paused, and the segment played again', async ({ page, enter }) => {
  await enter({ turn: 'auto', turn_length: 3 });
  const { play, stop, count } = practiceOf(page);
  await page.keyboard.press(' ');
  await untilTurn(page, short);
  await expect(stop).toBeVisible();
  await page.keyboard.press(' ');
  await expect(play).toBeVisible();
  await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
  await play.click();
  await expect(page.getByText('Listen', { exact: true })).toBeVisible();
  await expect(count).toHaveText(`Line ${shortNumber} of ${segments.length}`);
});

practise('a blurred text is shown on request', async ({ page, enter }) => {
  await enter({ translation: 'blur' });
  const { original, translation } = practiceOf(page);
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

practise('a text hidden until the turn is shown in the turn', async ({ page, enter }) => {
  await enter({ original: 'hide', original_until_turn: true });
  const { play, original } = practiceOf(page);
  const reveal = page.getByRole('button', { name: 'Show original' });
  await expect(reveal).toBeVisible();
  await play.click();
  await untilTurn(page, short);
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
  for (const place of [page, other]) {
    await place.getByRole('button', { name: 'Player settings' }).click();
    await expect(settingsDrawer(place).getByRole('combobox', { name: 'Repeat each line' })).toHaveValue(
      '3 times',
    );
  }
});

practise('releasing the slider goes to that segment after two seconds', async ({ page, enter }) => {
  const stops = await watchMedia(page);
  await page.clock.install();
  await enter({}, 1);
  const slider = page.getByTestId('segment-slider');
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not shown');
  const length = await page.getByTestId('media').evaluate((media: HTMLVideoElement) => media.duration);
  const middle = 64 / length;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 5, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * middle, y, { steps: 4 });
  await expect(practiceOf(page).count).toHaveText(/^Line 1 of/);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.mouse.up();
  // The slider reports it a moment later.
  await page.clock.runFor(5);
  const waiting = page.getByText('Next line…');
  await expect(waiting).toBeVisible();
  await expect(practiceOf(page).count).toHaveText(`Line ${shortNumber} of ${segments.length}`);
  await page.clock.runFor(1985);
  await expect(waiting).toBeVisible();
  await page.clock.runFor(25);
  await expect(page.getByText('Listen', { exact: true })).toBeVisible();
  await page.clock.resume();
  await untilTurn(page, short);
  expectHeard((await stops()).at(-1), short);
});

practise('an expired media URL is renewed silently', async ({ page, enter }) => {
  const refused: string[] = [];
  await page.route('**/media/**', async (route) => {
    if (route.request().resourceType() !== 'media' || refused.length > 0) return route.continue();
    refused.push(route.request().url());
    return route.fulfill({ status: 403, json: { detail: 'This address has expired.' } });
  });
  await enter();
  await practiceOf(page).play.click();
  await untilTurn(page, short);
  expect(refused).toHaveLength(1);
});

test('a file that can’t be loaded can be retried, at the same segment', async ({ page, server, signIn }) => {
  let refused = true;
  await page.route('**/media/**', (route) => {
    const isFile = route.request().resourceType() !== 'image';
    return refused && isFile ? route.fulfill({ status: 503, json: { detail: 'Later.' } }) : route.continue();
  });
  await signIn(page, await makeLearnerAt(server.url, videoId, 1));
  await page.goto(`/video/${videoId}`);
  const fault = page.getByText("Couldn't load the video file. Check your connection and try again.");
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(fault).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await retry.click();
  await expect(page.getByText('Loading video…')).toBeVisible();
  await expect(fault).toBeVisible();
  refused = false;
  await retry.click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await expect(practiceOf(page).count).toHaveText(/^Line 2 of/);
});

practise('after the last line, the end links to the first unpractised line', async ({ page, enter }) => {
  await enter({}, segments.length);
  const { play, next, count } = practiceOf(page);
  await expect(next).toBeDisabled();
  await play.click();
  const end = page.getByTestId('clip-end');
  await expect(end).toContainText('That was the last line.');
  await expect(end).toContainText(`${segments.length - 1} lines are still waiting:`);
  await end.getByRole('button', { name: 'Go on with line 1' }).click();
  await expect(count).toHaveText(/^Line 1 of/);
});

test('a finished video says so, can be restarted, and opens at its first line', async ({
  page,
  server,
  signIn,
}) => {
  const account = await makeLearnerAt(server.url, videoId, segments.length);
  const attempts = segments.slice(0, -1).map((segment) => ({
    id: makeAttemptId(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    video_id: videoId,
    start_ms: parsePosition(segment.start_time) ?? 0,
    text_hash: hashLine(segment.text_original),
    what: 'waited' as const,
  }));
  await (await apiAs(server.url, account))(practice.saveAttempts, { body: { attempts } });
  await signIn(page, account);
  const { count } = practiceOf(page);
  await page.goto(`/video/${videoId}`);
  // It was left at its last line.
  await expect(count).toHaveText(/^Line 1 of/);
  await page.getByRole('slider', { name: 'Position in the video' }).press('End');
  await expect(page.getByText("You've finished!")).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(count).toHaveText(/^Line 1 of/);
});

const movingIn = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const moves = reducedMotion === 'reduce' ? 'nothing moves' : 'something moves';
  practise(`${moves} while listening, with ${reducedMotion} for motion`, async ({ page, enter }) => {
    await page.emulateMedia({ reducedMotion });
    await enter({}, 1);
    await practiceOf(page).play.click();
    await expect(page.getByText('Listen', { exact: true })).toBeVisible();
    const moving = expect.poll(() => movingIn(page));
    if (reducedMotion === 'reduce') await moving.toBe(0);
    else await moving.toBeGreaterThan(0);
  });
}

practise('on a phone the controls are at the bottom, large enough for a thumb', async ({ page, enter }) => {
  const height = 844;
  await page.setViewportSize({ width: 390, height });
  await enter();
  const { play, next, previous } = practiceOf(page);
  const speed = page.getByRole('button', { name: /^Speed: / });
  for (const control of [speed, previous, play, next]) {
    const box = await control.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height - 48);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
  const tools = page.getByRole('main').getByRole('button');
  for (const tool of await tools.all()) {
    if (await tool.isVisible()) expect((await tool.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await play.click();
  await untilTurn(page, short);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
