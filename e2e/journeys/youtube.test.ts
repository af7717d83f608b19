import type { subtitles } from '@sayback/contract';
import { addClip, adminApi, clipFile, createLearnerAt, ENGLISH_CLIP, fetchSegments } from '../support/api.ts';
import { expectPlayed, practicePage, segmentNumber, toSeconds, waitForTurn } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';
import { blockYouTube, installYouTube } from '../support/youtube-double.ts';

const PLAY_COUNT = 3;
const FAULTS: [code: number, message: RegExp][] = [
  [2, /YouTube doesn't know this video/],
  [5, /YouTube couldn't play this video/],
  [100, /removed from YouTube or made private/],
  [101, /doesn't allow this video to be played on other sites/],
  [150, /doesn't allow this video to be played on other sites/],
  [153, /won't play this video because your browser hides this site/],
];

const THUMBNAILS = 'https://i.ytimg.com/**';

let videoId: number;
let path: string;
let segments: subtitles.Segment[];
/** Number of the clip's shortest segment, which the tests play. */
let number: number;
let short: subtitles.Segment;

// Tests that wait for a line to play need no processor time, so they can run in parallel.
test.describe.configure({ mode: 'parallel' });
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  videoId = await addClip(admin, ENGLISH_CLIP, 'youtube');
  path = `/video/${videoId}`;
  segments = await fetchSegments(admin, videoId);
  number = segmentNumber(segments, 'But then, where is she now?');
  short = segments[number - 1] as subtitles.Segment;
});
test.beforeEach(async ({ page, server, signIn }) => {
  await signIn(page, await createLearnerAt(server.url, videoId, number));
});

test('a segment plays to its end, and then the learner’s turn starts', async ({ page }) => {
  const youtube = await installYouTube(page);
  const { play, next, count } = practicePage(page);
  await page.goto(path);
  await play.click();
  await waitForTurn(page, short);
  expectPlayed((await youtube.stops()).at(-1), short);

  await next.click();
  await expect(count).toHaveText(`Line ${number + 1} of ${segments.length}`);
  const following = segments[number] as subtitles.Segment;
  await waitForTurn(page, following);
  expectPlayed((await youtube.stops()).at(-1), following);
});

test('the page is allowed to play, go full screen and record, but not to use other device features', async ({
  page,
}) => {
  await installYouTube(page);
  await page.goto(path);
  const needed = ['autoplay', 'fullscreen', 'encrypted-media', 'picture-in-picture', 'microphone'];
  const refused = ['camera', 'geolocation', 'payment', 'usb', 'display-capture'];
  const allowed = await page.evaluate(
    (names) => {
      type Policy = { allowsFeature: (name: string) => boolean };
      const { featurePolicy } = document as unknown as { featurePolicy: Policy };
      return names.filter((name) => featurePolicy.allowsFeature(name));
    },
    [...needed, ...refused],
  );
  expect(allowed).toEqual(needed);
});

test('before anything plays, the player is at the start of a returning learner’s line', async ({ page }) => {
  const youtube = await installYouTube(page);
  await page.goto(path);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await expect.poll(youtube.time).toBeCloseTo(toSeconds(short.start_time), 2);
  expect(await youtube.stops()).toEqual([]);
  await practicePage(page).play.click();
  await waitForTurn(page, short);
  expectPlayed((await youtube.stops()).at(-1), short);
});

for (const reportInterval of [250, 1000]) {
  test(`a segment stops once, at its end, when YouTube reports the time every ${reportInterval} ms`, async ({
    page,
  }) => {
    const youtube = await installYouTube(page, { reportInterval });
    await page.goto(path);
    for (let played = 0; played < PLAY_COUNT; played += 1) {
      await practicePage(page).play.click();
      await expect(practicePage(page).stop).toBeVisible();
      await waitForTurn(page, short);
    }
    const stops = await youtube.stops();
    expect(stops).toHaveLength(PLAY_COUNT);
    for (const stop of stops) expectPlayed(stop, short);
  });
}

test('YouTube’s errors are explained, with advice', async ({ page }) => {
  for (const [code, message] of FAULTS) {
    await installYouTube(page, { error: code });
    await page.goto(path);
    await expect(page.getByRole('alert'), `error ${code}`).toHaveText(message);
    await expect(practicePage(page).play).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  }
});

test('a network that blocks YouTube is explained', async ({ page }) => {
  await blockYouTube(page);
  await page.goto(path);
  await expect(page.getByRole('alert')).toHaveText(/Can't reach YouTube/);
});

test('Play Segment pressed before the player is ready takes effect once it is', async ({ page }) => {
  const youtube = await installYouTube(page, { readyDelay: null });
  await page.goto(path);
  await expect(page.getByText('Loading video…')).toBeVisible();
  await practicePage(page).play.click();
  await expect(page.locator('iframe')).toBeVisible();
  await youtube.becomeReady();
  await waitForTurn(page, short);
});

test('a player that takes longer than 15 seconds to load is reported, and works once it has loaded', async ({
  page,
}) => {
  const youtube = await installYouTube(page, { readyDelay: null });
  await page.clock.install();
  await page.goto(path);
  await expect(page.locator('iframe')).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(page.getByRole('alert')).toHaveText(/player is taking too long/);
  await youtube.becomeReady();
  await expect(page.getByRole('alert')).toBeHidden();
  await practicePage(page).play.click();
  await waitForTurn(page, short);
});

for (const autoplay of ['blocked', 'silent'] as const) {
  test(`with ${autoplay} autoplay, the learner is asked to tap the player, which starts the segment`, async ({
    page,
  }) => {
    const youtube = await installYouTube(page, { autoplay });
    await page.goto(path);
    const shield = page.getByTestId('click-shield');
    await expect(shield).toBeVisible();
    await practicePage(page).play.click();
    await expect(page.getByText('Tap the video to start').first()).toBeVisible();
    await expect(practicePage(page).announcement).toHaveText('Tap the video to start');
    await expect(shield).toBeHidden();

    await page.locator('iframe').click();
    await expect(shield).toBeVisible();
    await waitForTurn(page, short);
    expectPlayed((await youtube.stops()).at(-1), short);
  });
}

test('a click on the player does nothing unless a tap is needed', async ({ page }) => {
  const youtube = await installYouTube(page);
  await page.goto(path);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  const box = await page.locator('iframe').boundingBox();
  if (!box) throw new Error('the player is not shown');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await practicePage(page).play.click();
  await waitForTurn(page, short);
  expect(await youtube.stops()).toHaveLength(1);
});

test('a missing thumbnail is replaced with a drawn placeholder', async ({ page }) => {
  const grey =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><rect width="120" height="90"/></svg>';
  const card = page.locator(`a[href="${path}"]`).and(page.getByTestId('video-card'));
  await page.route(THUMBNAILS, (route) => route.fulfill({ path: clipFile(ENGLISH_CLIP.slug, 'poster.jpg') }));
  await page.goto('/');
  await expect(card.locator('img')).toBeVisible();

  await page.route(THUMBNAILS, (route) =>
    route.fulfill({ status: 404, contentType: 'image/svg+xml', body: grey }),
  );
  await page.reload();
  await expect(card.getByTestId('thumbnail-fallback')).toBeVisible();
});
