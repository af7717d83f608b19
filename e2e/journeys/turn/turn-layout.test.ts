import type { Page } from '@playwright/test';
import { accounts, hashLine, parsePosition, practice } from '@sayback/contract';
import { randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import { turn as english } from '../../../apps/web/src/locales/en/turn.ts';
import {
  type Api,
  addClip,
  adminApi,
  apiAs,
  clipFile,
  createLearnerAt,
  ENGLISH_CLIP,
  fetchSegments,
  fetchSubtitle,
} from '../../support/api.ts';
import {
  createPausableTurn,
  createRoomSound,
  createSpeech,
  hasFfmpeg,
  launchWithMicrophone,
  setMicrophoneSound,
} from '../../support/fake-microphone.ts';
import { applyVariant, findLayoutFaults, SPANISH, VARIANTS } from '../../support/layout.ts';
import { practicePage } from '../../support/practice.ts';
import { openAtLine, turnPage } from '../../support/recorded-turn.ts';
import type { SaybackServer } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { installYouTube } from '../../support/youtube-double.ts';
import { runSql } from '../run-sql.ts';

/** `SIZES=40 SEED=7` tests more and different window sizes, with more lines. */
const SIZE_COUNT = Number(process.env.SIZES ?? 0);
const SEED = Number(process.env.SEED ?? 1);
const MIN_WIDTH = 320;
const MIN_HEIGHT = 320;
/** Sizes of a small phone, a laptop at 200 %, a tablet, and laptops. */
const COMMON_SIZES = [
  [320, 568],
  [640, 400],
  [820, 1180],
  [1280, 800],
  [1440, 900],
] as const;
const random = randomFrom(SEED);
const randomBetween = (min: number, max: number) =>
  Math.round(min * (max / min) ** (random.below(1000) / 1000));

/** Creates random sizes up to 2560 × 1440. Small windows are as likely as large ones. */
function createRandomSizes(): (readonly [number, number])[] {
  return Array.from({ length: Math.max(2, SIZE_COUNT) }, () => {
    const width = randomBetween(MIN_WIDTH, 2560);
    // Not extremely tall or wide.
    const height = randomBetween(Math.max(MIN_HEIGHT, width * 0.4), Math.min(1440, width * 2.2));
    return [width, Math.max(height, width < 560 ? 500 : MIN_HEIGHT)] as const;
  });
}
const SIZES = [...COMMON_SIZES, ...createRandomSizes()];
const LENGTHS = SIZE_COUNT > 0 ? [1, randomBetween(4, 60), randomBetween(60, 200), 216] : [216];

const WORDS =
  'I looked in the garden, under the car and behind the shed, and then I asked the old neighbour. ';
/** Words longer than a row on a phone, and a script without spaces. */
const OTHER_WORDS = [
  'Donaudampfschifffahrtsgesellschaftskapitän und Rindfleischetikettierungsgesetz, Kraftfahrzeughaftpflichtversicherung! ',
  '公園で猫を探しましたが、見つからなかったので、となりのおばあさんに聞いてみました。',
] as const;

test.use({ launchOptions: launchWithMicrophone(), world: 'turn-layout' });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');
test.beforeEach(({ context }) => context.grantPermissions(['microphone']));
test.beforeEach(() => test.setTimeout(240_000 + SIZES.length * 40 * 1000));

let faults: string[] = [];
let phaseCount = SEED;
test.beforeEach(() => {
  faults = [];
});
// Reports all window sizes with faults, not only the first.
test.afterEach(() => expect(faults).toEqual([]));

/** Checks the layout in each window size with one variant of the texts, and with another variant in the next phase. */
async function expectLayout(page: Page, phase: string, windowSizes: typeof SIZES = SIZES): Promise<void> {
  phaseCount += 1;
  for (const [offset, variant] of VARIANTS.entries()) {
    const sizes = windowSizes.filter((_, at) => (at + phaseCount) % VARIANTS.length === offset);
    await page.evaluate(applyVariant, [variant, SPANISH] as [typeof variant, typeof SPANISH]);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      let found: string[] = [];
      await expect
        .poll(async () => (found = await page.evaluate(findLayoutFaults)), { timeout: 3000 })
        .toEqual([])
        .catch(() => faults.push(`${phase}, ${variant}, at ${width}×${height}: ${found.join('; ')}`));
    }
  }
  await page.evaluate(applyVariant, ['english', SPANISH] as ['english', typeof SPANISH]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Adds a clip with this text in all lines. */
async function addLines(server: SaybackServer, text: string, clip = ENGLISH_CLIP, source?: 'youtube') {
  const admin = await adminApi(server.url);
  const id = await addClip(admin, clip, source);
  const { alignment_id } = await fetchSubtitle(admin, id);
  await runSql(
    server,
    `update segments set text_original = '${text}', text_target = '${text}' where alignment_id = ${alignment_id}`,
  );
  return { admin, id };
}

async function openWayToPractise(page: Page, api: Api, id: number, way: string): Promise<void> {
  await api(accounts.updatePreferences, { body: { player: { ways: [{ video_id: id, way }] } } });
  await page.reload();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
}

const setSpokenLine = () =>
  setMicrophoneSound(createSpeech(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));

const findLongest = (texts: readonly string[]): string =>
  texts.reduce((a, b) => (b.length > a.length ? b : a));

/** Replaces the text of an element. */
const replaceText = (page: Page, selector: string, text: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, text) => {
      element.textContent = text;
    }, text);

for (const length of LENGTHS) {
  const text = WORDS.repeat(3).slice(0, length).trim();
  const name = `${SIZES.length} windows: a line of ${length} letters (seed ${SEED})`;

  test(`each phase of a turn fits in ${name}`, async ({ page, server, signIn }) => {
    const { id } = await addLines(server, text);
    setMicrophoneSound(createRoomSound('silence'));
    const { pause, resume } = await createPausableTurn(page);
    await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const turn = turnPage(page);
    await expectLayout(page, 'ready');
    await practicePage(page).play.click();
    await expect(turn.record).toBeVisible();
    await expectLayout(page, 'turn');
    await turn.record.click();
    await expectLayout(page, 'opt-in');
    await turn.allow.click();
    await expect(page.getByText('Stopping in 3 s').last()).toBeVisible();
    await pause();
    await expectLayout(page, 'recording');
    await turn.done.click();
    await resume();
    await expect(turn.again).toBeVisible();
    await expectLayout(page, 'nothing heard');
    setSpokenLine();
    for (const takes of SIZE_COUNT > 0 ? [1, 2, 3] : [1]) {
      await turn.again.click();
      await expect(turn.figure).toContainText('You: ');
      await expect(turn.again).toBeVisible();
      if (takes === 1) await expectLayout(page, 'result');
    }
    // Shows the longest sentences.
    const { hint, praise, noHint, notThisLine } = english.turn;
    const words = text.slice(0, 60);
    const longest = findLongest([...Object.values(hint), noHint, notThisLine]).replace('{{words}}', words);
    await replaceText(page, 'section p[data-status]', `${findLongest(Object.values(praise))} ${longest}`);
    await expectLayout(page, 'result with a long hint');
    await turn.more.click();
    await page.getByRole('menuitem', { name: 'This line is wrong' }).click();
    await expectLayout(page, 'report');
    await page.getByRole('button', { name: 'Starts late' }).click();
    await expect(page.getByRole('button', { name: 'Earlier' })).toBeVisible();
    await page.locator('[data-top]').getByRole('button', { name: 'Close' }).click();
    await expectLayout(page, 'report of a time');
  });

  test(`the other ways to say a line, and problems with the microphone and the video, fit in ${name}`, async ({
    page,
    server,
    signIn,
    context,
  }) => {
    const words = OTHER_WORDS[(SEED + length) % OTHER_WORDS.length] ?? WORDS;
    // Long enough to be split into parts.
    const { id } = await addLines(server, words.repeat(4).slice(0, Math.max(90, Math.min(length, 120))));
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        new Promise((_, reject) =>
          Object.assign(window, { refuse: () => reject(new DOMException('', 'NotAllowedError')) }),
        );
    });
    const learner = await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const api = await apiAs(server.url, learner);
    const turn = turnPage(page);
    await openWayToPractise(page, api, id, 'buildUp');
    await expect(page.getByText('· 1/')).toBeVisible();
    await practicePage(page).play.click();
    await turn.record.click();
    await turn.allow.click();
    await expect(page.getByText('If your browser asks')).toBeVisible();
    await expectLayout(page, 'build up: opening');
    await page.evaluate(() => (window as unknown as { refuse: () => void }).refuse());
    await expect(turn.retry).toBeVisible();
    await replaceText(page, 'section p[data-status]', findLongest(Object.values(english.turn.trouble)));
    await expectLayout(page, 'build up: microphone problem');

    await openWayToPractise(page, api, id, 'listenFirst');
    await practicePage(page).play.click();
    await page.waitForFunction(() => 'refuse' in window);
    await page.evaluate(() => (window as unknown as { refuse: () => void }).refuse());
    await expect(page.getByRole('button', { name: 'Microphone problem' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.locator('[data-status-bar=offline]')).toBeVisible();
    await expectLayout(page, 'listen first: known microphone problem, offline');
    await context.setOffline(false);

    await page.route('**/media/**', (route) => route.abort());
    await page.reload();
    await expect(page.locator('[data-practice] [role=alert]')).toBeVisible();
    await expectLayout(page, 'failed video');
  });

  test(`a turn of a YouTube video fits in ${name}`, async ({ page, server, signIn }) => {
    const { id } = await addLines(server, text, ENGLISH_CLIP, 'youtube');
    setSpokenLine();
    await installYouTube(page);
    await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const turn = turnPage(page);
    await practicePage(page).play.click();
    await turn.record.click();
    // On a low phone the panel scrolls, since YouTube's player must be at least 200 pixels high.
    const tallSizes = SIZES.filter(([width, height]) => width >= 560 || height >= 640);
    await expectLayout(page, 'YouTube: opt-in', tallSizes);
    await turn.allow.click();
    await expect(page.getByText(/This page can't read the sound of YouTube videos/)).toBeVisible();
    await expectLayout(page, 'YouTube: result', tallSizes);
  });

  test(`each phase of dictation, gaps and recall fits in ${name}`, async ({ page, server, signIn }) => {
    // French has the most special letters.
    const { id } = await addLines(server, text, { ...ENGLISH_CLIP, language: 'fr' });
    setMicrophoneSound(createRoomSound('silence'));
    const learner = await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const api = await apiAs(server.url, learner);
    const check = page.getByRole('button', { name: 'Check' }).last();
    const verdict = page.locator('section p[data-status]');
    for (const way of ['dictation', 'gaps']) {
      await openWayToPractise(page, api, id, way);
      await practicePage(page).play.click();
      const field = page.getByRole('textbox').first();
      await expect(field).toBeFocused();
      await page.getByRole('button', { name: 'Hint' }).click();
      await expect(page.getByText(/^Hint: /)).toBeVisible();
      await field.fill(way === 'gaps' ? 'x' : text.slice(0, length / 2));
      await expectLayout(page, `${way}: typing`);
      await field.fill(way === 'gaps' ? 'x' : text.replaceAll('the', 'teh').replaceAll('garden', 'house'));
      await check.click();
      await expect(verdict).toContainText(/right|correct/);
      await expectLayout(page, `${way}: checked`);
    }
    await openWayToPractise(page, api, id, 'recall');
    await practicePage(page).play.click();
    await expect(turnPage(page).record).toBeVisible();
    await expectLayout(page, 'recall: turn');
    await page.getByRole('button', { name: 'Show text' }).first().click();
    await expect(page.getByTestId('grades')).toBeVisible();
    await expectLayout(page, 'recall: grades');
  });

  test(`each phase of Today, and the end of a clip, fits in ${name}`, async ({ page, server, signIn }) => {
    const { admin, id } = await addLines(server, text);
    const segments = await fetchSegments(admin, id);
    const learner = await createLearnerAt(server.url, id, segments.length, { line_pause: 0, speed: 2 });
    const api = await apiAs(server.url, learner);
    const [, line] = segments;
    if (!line) throw new Error('the clip has two lines');
    await api(practice.markLine, {
      params: { id },
      body: {
        start_ms: parsePosition(line.start_time),
        text_hash: hashLine(line.text_original),
        starred: true,
      },
    });
    setMicrophoneSound(createRoomSound('silence'));
    await signIn(page, learner);
    await page.goto('/today');
    const show = page.getByRole('button', { name: 'Show text' });
    await expect(show).toBeVisible();
    await expectLayout(page, 'Today: turn');
    await show.click();
    await expect(page.getByTestId('grades')).toBeVisible();
    await expectLayout(page, 'Today: grades');

    await page.goto(`/video/${id}`);
    await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    await practicePage(page).play.click();
    await expect(turnPage(page).record).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('clip-end')).toBeVisible();
    await expectLayout(page, 'end of the clip');
  });
}
