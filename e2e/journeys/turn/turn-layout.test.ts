import type { Page } from '@playwright/test';
import { accounts, hashLine, parsePosition, practice } from '@sayback/contract';
import { randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import { turn as english } from '../../../apps/web/src/locales/en/turn.ts';
import {
  addClip,
  adminApi,
  apiAs,
  clipFile,
  ENGLISH_CLIP,
  makeLearnerAt,
  segmentsOf,
  subtitleOf,
} from '../../support/api.ts';
import { hasFfmpeg, launchWithMicrophone, roomOf, speak, takeOf } from '../../support/fake-microphone.ts';
import { changeWording, findLayoutFaults, type Wording } from '../../support/layout.ts';
import { practiceOf } from '../../support/practice.ts';
import { openAtLine, turnOf } from '../../support/recorded-turn.ts';
import { expect, test } from '../../support/test.ts';
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
const LENGTHS = COUNT > 0 ? [1, 40, 120, 216] : [216];

/** Returns sizes from 320 pixels to 2560 × 1440; small windows are as likely as large ones. */
function drawSizes(): (readonly [number, number])[] {
  const random = randomFrom(SEED);
  const draw = (least: number, most: number) =>
    Math.round(least * (most / least) ** (random.below(1000) / 1000));
  return Array.from({ length: Math.max(2, COUNT) }, () => {
    const width = draw(SMALLEST, 2560);
    // Neither extremely tall nor extremely wide.
    const height = draw(Math.max(LOWEST, width * 0.4), Math.min(1440, width * 2.2));
    return [width, Math.max(height, width < 560 ? 500 : LOWEST)] as const;
  });
}
const SIZES = [...USUAL, ...drawSizes()];

const WORDS =
  'I looked in the garden, under the car and behind the shed, and then I asked the old neighbour. ';

test.use({ launchOptions: launchWithMicrophone(), world: 'turn-layout' });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');
test.beforeEach(({ context }) => context.grantPermissions(['microphone']));

const WORDINGS: readonly Wording[] = ['english', 'longer', 'right-to-left'];
let wordingCount = SEED;

async function expectWhole(page: Page, phase: string): Promise<void> {
  wordingCount += 1;
  // All of them take three times as long.
  const wordings = COUNT > 0 ? WORDINGS : WORDINGS.filter((_, at) => at === wordingCount % WORDINGS.length);
  for (const wording of wordings) {
    await page.evaluate(changeWording, wording);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.evaluate(findLayoutFaults), {
          message: `${phase}, ${wording}, at ${width}×${height}`,
          timeout: 10_000,
        })
        .toEqual([]);
    }
  }
  await page.evaluate(changeWording, 'english' as const);
  await page.setViewportSize({ width: 1280, height: 800 });
}

for (const length of LENGTHS)
  test(`each phase of a turn fits in ${SIZES.length} windows: a line of ${length} letters (seed ${SEED})`, async ({
    page,
    server,
    signIn,
  }) => {
    test.setTimeout(240_000 + SIZES.length * 6 * 2000);
    const admin = await adminApi(server.url);
    const id = await addClip(admin, ENGLISH_CLIP);
    const { alignment_id } = await subtitleOf(admin, id);
    const text = WORDS.repeat(3).slice(0, length);
    await runSql(
      server,
      `update segments set text_original = '${text}', text_target = '${text}' where alignment_id = ${alignment_id}`,
    );
    speak(roomOf('silence'));
    await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const turn = turnOf(page);
    await expectWhole(page, 'ready');
    await practiceOf(page).play.click();
    await expect(turn.record).toBeVisible();
    await expectWhole(page, 'turn');
    await turn.record.click();
    await expectWhole(page, 'opt-in');
    await turn.allow.click();
    await expect(turn.again).toBeVisible();
    await expectWhole(page, 'nothing heard');
    speak(takeOf(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));
    await turn.again.click();
    await expect(turn.figure).toContainText('You: ');
    await expect(turn.again).toBeVisible();
    await expectWhole(page, 'result');
    // The longest sentence of each kind, in place of this take's.
    const sentences = [...Object.values(english.turn.hint), ...Object.values(english.turn.praise)];
    const longest = sentences.reduce((a, b) => (b.length > a.length ? b : a));
    await page
      .locator('section p[data-status]')
      .first()
      .evaluate((p, sentence) => {
        p.textContent = sentence;
      }, `The pause is gone. ${longest}`);
    await expectWhole(page, 'result with a long hint');
    await turn.more.click();
    await page.getByRole('menuitem', { name: 'This line is wrong' }).click();
    await expectWhole(page, 'report');
  });

for (const length of LENGTHS)
  test(`each phase of a written or recalled line fits in ${SIZES.length} windows: ${length} letters (seed ${SEED})`, async ({
    page,
    server,
    signIn,
  }) => {
    test.setTimeout(240_000 + SIZES.length * 6 * 2000);
    const admin = await adminApi(server.url);
    // French has the most special letters.
    const id = await addClip(admin, { ...ENGLISH_CLIP, language: 'fr' });
    const { alignment_id } = await subtitleOf(admin, id);
    const text = WORDS.repeat(3).slice(0, length).trim();
    await runSql(
      server,
      `update segments set text_original = '${text}', text_target = '${text}' where alignment_id = ${alignment_id}`,
    );
    speak(roomOf('silence'));
    const learner = await openAtLine(page, `/video/${id}`, { url: server.url, line: 1, signIn });
    const api = await apiAs(server.url, learner);
    const open = async (way: string) => {
      const ways = [{ video_id: id, way }];
      await api(accounts.updatePreferences, { body: { player: { ways } } });
      await page.reload();
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
      await practiceOf(page).play.click();
    };
    const check = page.getByRole('button', { name: 'Check' }).last();
    const verdict = page.locator('section p[data-status]');
    for (const way of ['dictation', 'gaps']) {
      await open(way);
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
    await open('recall');
    await expect(turnOf(page).record).toBeVisible();
    await expectWhole(page, 'recall: turn');
    await page.getByRole('button', { name: 'Show text' }).first().click();
    await expect(page.getByTestId('grades')).toBeVisible();
    await expectWhole(page, 'recall: grades');
  });

for (const length of LENGTHS)
  test(`each phase of Today, and the end of a clip, fits in ${SIZES.length} windows: ${length} letters (seed ${SEED})`, async ({
    page,
    server,
    signIn,
  }) => {
    test.setTimeout(240_000 + SIZES.length * 5 * 2000);
    const admin = await adminApi(server.url);
    const id = await addClip(admin, ENGLISH_CLIP);
    const { alignment_id } = await subtitleOf(admin, id);
    const text = WORDS.repeat(3).slice(0, length).trim();
    await runSql(
      server,
      `update segments set text_original = '${text}', text_target = '${text}' where alignment_id = ${alignment_id}`,
    );
    const segments = await segmentsOf(admin, id);
    const last = segments.length;
    const learner = await makeLearnerAt(server.url, id, last, { line_pause: 0, speed: 2 });
    const api = await apiAs(server.url, learner);
    const [, line] = segments;
    if (!line) throw new Error('the clip has two lines');
    const start_ms = parsePosition(line.start_time);
    await api(practice.markLine, {
      params: { id },
      body: { start_ms, text_hash: hashLine(line.text_original), starred: true },
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
