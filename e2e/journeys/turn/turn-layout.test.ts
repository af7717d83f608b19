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
  ENGLISH_CLIP,
  makeLearnerAt,
  segmentsOf,
  subtitleOf,
} from '../../support/api.ts';
import {
  hasFfmpeg,
  holdableTurn,
  launchWithMicrophone,
  roomOf,
  speak,
  takeOf,
} from '../../support/fake-microphone.ts';
import { changeWording, findLayoutFaults, SPANISH, WORDINGS } from '../../support/layout.ts';
import { practiceOf } from '../../support/practice.ts';
import { openAtLine, turnOf } from '../../support/recorded-turn.ts';
import type { SaybackServer } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { installYouTube } from '../../support/youtube-double.ts';
import { runSql } from '../run-sql.ts';

/** `SIZES=40 SEED=7` tests more windows, and different ones, with more lines. */
const COUNT = Number(process.env.SIZES ?? 0);
const SEED = Number(process.env.SEED ?? 1);
const SMALLEST = 320;
const LOWEST = 320;
/** A small phone, a laptop at 200 %, a tablet, and laptops. */
const USUAL = [
  [320, 568],
  [640, 400],
  [820, 1180],
  [1280, 800],
  [1440, 900],
] as const;
const random = randomFrom(SEED);
const draw = (least: number, most: number) =>
  Math.round(least * (most / least) ** (random.below(1000) / 1000));

/** Returns sizes from 320 pixels to 2560 × 1440; small windows are as likely as large ones. */
function drawSizes(): (readonly [number, number])[] {
  return Array.from({ length: Math.max(2, COUNT) }, () => {
    const width = draw(SMALLEST, 2560);
    // Neither extremely tall nor extremely wide.
    const height = draw(Math.max(LOWEST, width * 0.4), Math.min(1440, width * 2.2));
    return [width, Math.max(height, width < 560 ? 500 : LOWEST)] as const;
  });
}
const SIZES = [...USUAL, ...drawSizes()];
const LENGTHS = COUNT > 0 ? [1, draw(4, 60), draw(60, 200), 216] : [216];

const WORDS =
  'I looked in the garden, under the car and behind the shed, and then I asked the old neighbour. ';
/** Words that are longer than a row of a phone, and a script without spaces. */
const OTHER_WORDS = [
  'Donaudampfschifffahrtsgesellschaftskapitän und Rindfleischetikettierungsgesetz, Kraftfahrzeughaftpflichtversicherung! ',
  '公園で猫を探しましたが、見つからなかったので、となりのおばあさんに聞いてみました。',
] as const;

test.use({ launchOptions: launchWithMicrophone(), world: 'turn-layout' });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');
test.beforeEach(({ context }) => context.grantPermissions(['microphone']));
test.beforeEach(() => test.setTimeout(240_000 + SIZES.length * 40 * 1000));

let faults: string[] = [];
let phases = SEED;
test.beforeEach(() => {
  faults = [];
});
// Every window at which a phase isn't whole, not only the first.
test.afterEach(() => expect(faults).toEqual([]));

/** Looks at a phase in each window: with one wording each, another at the next phase. */
async function expectWhole(page: Page, phase: string, windows: typeof SIZES = SIZES): Promise<void> {
  phases += 1;
  for (const [offset, wording] of WORDINGS.entries()) {
    const sizes = windows.filter((_, at) => (at + phases) % WORDINGS.length === offset);
    await page.evaluate(changeWording, [wording, SPANISH] as [typeof wording, typeof SPANISH]);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      let found: string[] = [];
      await expect
        .poll(async () => (found = await page.evaluate(findLayoutFaults)), { timeout: 3000 })
        .toEqual([])
        .catch(() => faults.push(`${phase}, ${wording}, at ${width}×${height}: ${found.join('; ')}`));
    }
  }
  await page.evaluate(changeWording, ['english', SPANISH] as ['english', typeof SPANISH]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Adds a clip whose lines all have this text. */
async function addLines(server: SaybackServer, text: string, clip = ENGLISH_CLIP, source?: 'youtube') {
  const admin = await adminApi(server.url);
  const id = await addClip(admin, clip, source);
  const { alignment_id } = await subtitleOf(admin, id);
  await runSql(
    server,
    `update segments set text_original = '${text}', text_target = '${text}' where alignment_id = ${alignment_id}`,
  );
  return { admin, id };
}

async function openWay(page: Page, api: Api, id: number, way: string): Promise<void> {
  await api(accounts.updatePreferences, { body: { player: { ways: [{ video_id: id, way }] } } });
  await page.reload();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
}

const say = () => speak(takeOf(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));

const longestOf = (texts: readonly string[]): string => texts.reduce((a, b) => (b.length > a.length ? b : a));

/** Puts another sentence in place of the text of an element. */
const replaceText = (page: Page, selector: string, text: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, replaced) => {
      element.textContent = replaced;
    }, text);

for (const length of LENGTHS) {
  const text = WORDS.repeat(3).slice(0, length).trim();
  const name = `${SIZES.length} windows: a line of ${length} letters (seed ${SEED})`;

  test(`each phase of a turn fits in ${name}`, async ({ page, server, signIn }) => {
    const { id } = await addLines(server, text);
    speak(roomOf('silence'));
    const { hold, release } = await holdableTurn(page);
    await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const turn = turnOf(page);
    await expectWhole(page, 'ready');
    await practiceOf(page).play.click();
    await expect(turn.record).toBeVisible();
    await expectWhole(page, 'turn');
    await turn.record.click();
    await expectWhole(page, 'opt-in');
    await turn.allow.click();
    await expect(page.getByText('Stopping in 3 s').last()).toBeVisible();
    await hold();
    await expectWhole(page, 'recording');
    await turn.done.click();
    await release();
    await expect(turn.again).toBeVisible();
    await expectWhole(page, 'nothing heard');
    say();
    for (const takes of COUNT > 0 ? [1, 2, 3] : [1]) {
      await turn.again.click();
      await expect(turn.figure).toContainText('You: ');
      await expect(turn.again).toBeVisible();
      if (takes === 1) await expectWhole(page, 'result');
    }
    // The longest sentences, in place of this take's.
    const { hint, praise, noHint, notThisLine } = english.turn;
    const words = text.slice(0, 60);
    const longest = longestOf([...Object.values(hint), noHint, notThisLine]).replace('{{words}}', words);
    await replaceText(page, 'section p[data-status]', `${longestOf(Object.values(praise))} ${longest}`);
    await expectWhole(page, 'result with a long hint');
    await turn.more.click();
    await page.getByRole('menuitem', { name: 'This line is wrong' }).click();
    await expectWhole(page, 'report');
    await page.getByRole('button', { name: 'Starts late' }).click();
    await expect(page.getByRole('button', { name: 'Earlier' })).toBeVisible();
    await page.locator('[data-top]').getByRole('button', { name: 'Close' }).click();
    await expectWhole(page, 'report of a time');
  });

  test(`each way to say a line, each problem with the microphone and the medium fits in ${name}`, async ({
    page,
    server,
    signIn,
    context,
  }) => {
    const words = OTHER_WORDS[(SEED + length) % OTHER_WORDS.length] ?? WORDS;
    // Long enough for parts.
    const { id } = await addLines(server, words.repeat(4).slice(0, Math.max(90, Math.min(length, 120))));
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        new Promise((_, reject) =>
          Object.assign(window, { refuse: () => reject(new DOMException('', 'NotAllowedError')) }),
        );
    });
    const learner = await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const api = await apiAs(server.url, learner);
    const turn = turnOf(page);
    await openWay(page, api, id, 'buildUp');
    await expect(page.getByText('· 1/')).toBeVisible();
    await practiceOf(page).play.click();
    await turn.record.click();
    await turn.allow.click();
    await expect(page.getByText('If your browser asks')).toBeVisible();
    await expectWhole(page, 'build up: opening');
    await page.evaluate(() => (window as unknown as { refuse: () => void }).refuse());
    await expect(turn.retry).toBeVisible();
    await replaceText(page, 'section p[data-status]', longestOf(Object.values(english.turn.trouble)));
    await expectWhole(page, 'build up: microphone problem');

    await openWay(page, api, id, 'listenFirst');
    await practiceOf(page).play.click();
    await page.waitForFunction(() => 'refuse' in window);
    await page.evaluate(() => (window as unknown as { refuse: () => void }).refuse());
    await expect(page.getByRole('button', { name: 'Microphone problem' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.locator('[data-status-bar=offline]')).toBeVisible();
    await expectWhole(page, 'listen first: problem told before, offline');
    await context.setOffline(false);

    await page.route('**/media/**', (route) => route.abort());
    await page.reload();
    await expect(page.locator('[data-practice] [role=alert]')).toBeVisible();
    await expectWhole(page, 'failed medium');
  });

  test(`a turn of a YouTube video fits in ${name}`, async ({ page, server, signIn }) => {
    const { id } = await addLines(server, text, ENGLISH_CLIP, 'youtube');
    say();
    await installYouTube(page);
    await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const turn = turnOf(page);
    await practiceOf(page).play.click();
    await turn.record.click();
    // YouTube's player keeps its 200 pixels: below it, the panel of a low phone scrolls, under buttons that stay.
    const tall = SIZES.filter(([width, height]) => width >= 560 || height >= 640);
    await expectWhole(page, 'YouTube: opt-in', tall);
    await turn.allow.click();
    await expect(page.getByText(/This page can't read the sound of YouTube videos/)).toBeVisible();
    await expectWhole(page, 'YouTube: result', tall);
  });

  test(`each phase of a written or recalled line fits in ${name}`, async ({ page, server, signIn }) => {
    // French has the most special letters.
    const { id } = await addLines(server, text, { ...ENGLISH_CLIP, language: 'fr' });
    speak(roomOf('silence'));
    const learner = await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const api = await apiAs(server.url, learner);
    const check = page.getByRole('button', { name: 'Check' }).last();
    const verdict = page.locator('section p[data-status]');
    for (const way of ['dictation', 'gaps']) {
      await openWay(page, api, id, way);
      await practiceOf(page).play.click();
      const field = page.getByRole('textbox').first();
      await expect(field).toBeFocused();
      await page.getByRole('button', { name: 'Hint' }).click();
      await expect(page.getByText(/^Hint: /)).toBeVisible();
      await field.fill(way === 'gaps' ? 'x' : text.slice(0, length / 2));
      await expectWhole(page, `${way}: typing`);
      await field.fill(way === 'gaps' ? 'x' : text.replaceAll('the', 'teh').replaceAll('garden', 'house'));
      await check.click();
      await expect(verdict).toContainText(/right|correct/);
      await expectWhole(page, `${way}: checked`);
    }
    await openWay(page, api, id, 'recall');
    await practiceOf(page).play.click();
    await expect(turnOf(page).record).toBeVisible();
    await expectWhole(page, 'recall: turn');
    await page.getByRole('button', { name: 'Show text' }).first().click();
    await expect(page.getByTestId('grades')).toBeVisible();
    await expectWhole(page, 'recall: grades');
  });

  test(`each phase of Today, and the end of a clip, fits in ${name}`, async ({ page, server, signIn }) => {
    const { admin, id } = await addLines(server, text);
    const segments = await segmentsOf(admin, id);
    const learner = await makeLearnerAt(server.url, id, segments.length, { line_pause: 0, speed: 2 });
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
    speak(roomOf('silence'));
    await signIn(page, learner);
    await page.goto('/today');
    const show = page.getByRole('button', { name: 'Show text' });
    await expect(show).toBeVisible();
    await expectWhole(page, 'Today: turn');
    await show.click();
    await expect(page.getByTestId('grades')).toBeVisible();
    await expectWhole(page, 'Today: grades');

    await page.goto(`/video/${id}`);
    await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    await practiceOf(page).play.click();
    await expect(turnOf(page).record).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('clip-end')).toBeVisible();
    await expectWhole(page, 'end of the clip');
  });
}
