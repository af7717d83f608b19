import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accounts, hashLine, makeAttemptId, parsePosition, practice, videos } from '@sayback/contract';
import {
  type Account,
  type Api,
  adminApi,
  alignTexts,
  apiAs,
  clipFile,
  createLearner,
} from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { practicePage } from '../support/practice.ts';
import { test as base, expect } from '../support/test.ts';

base.use({ world: 'dictation' });

const LINES = {
  es: ['¿Que estén maduros?', 'Pues claro.'],
  de: ['Schöne Grüße aus Köln!', 'Bis morgen.'],
  ja: ['犬が好きです。', 'はい。'],
  ar: ['أين هي الآن؟', 'نعم.'],
} as const;
type Language = keyof typeof LINES;

const formatSrt = ([first, second]: readonly [string, string]) =>
  `1\n00:00:01,000 --> 00:00:02,500\n${first}\n\n2\n00:00:03,000 --> 00:00:04,000\n${second}\n`;

/** Adds a hosted video with two lines in a language. */
async function addVideo(admin: Api, language: Language): Promise<number> {
  const { id } = await admin(videos.createVideo, {
    body: { title: `Dictation ${language}`, description: '', original_language: language },
  });
  const form = new FormData();
  const clip = await readFile(clipFile('a-cat-called-biscuit', 'clip.mp4'));
  form.set('media_file', new Blob([new Uint8Array(clip)]), 'clip.mp4');
  await admin(videos.uploadMedia, { params: { id }, form });
  await alignTexts(
    admin,
    id,
    [language, formatSrt(LINES[language])],
    ['en', formatSrt(['The first.', 'The second.'])],
  );
  return id;
}

const videoByLanguage = new Map<Language, number>();
base.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  for (const language of Object.keys(LINES) as Language[])
    videoByLanguage.set(language, await addVideo(admin, language));
});
const videoIn = (language: Language) => videoByLanguage.get(language) ?? 0;

const dictationForm = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'What you hear' }),
  check: page.getByRole('button', { name: 'Check' }).first(),
  verdict: page.locator('section p[data-status]'),
});

const test = base.extend<{
  openDictation: (language: Language) => Promise<{ learner: Account; api: Api }>;
}>({
  openDictation: async ({ page, server, signIn }, use) =>
    use(async (language) => {
      const learner = await createLearner(server.url);
      const api = await apiAs(server.url, learner);
      const ways = [{ video_id: videoIn(language), way: 'dictation' }];
      await api(accounts.updatePreferences, { body: { player: { line_pause: 0, ways } } });
      await signIn(page, learner);
      await page.goto(`/video/${videoIn(language)}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
      return { learner, api };
    }),
});

/** Fetches the review history of a video's first line. */
const fetchMemory = (api: Api, language: Language) =>
  api(practice.getLineMemory, {
    params: { id: videoIn(language) },
    query: { start_ms: '1000', text_hash: String(hashLine(LINES[language][0])) },
  });

test('a line is played, typed and checked, and counts as one review', async ({ page, openDictation }) => {
  const stops = await watchMedia(page);
  const { api } = await openDictation('es');
  const { field, verdict } = dictationForm(page);
  const { original, count } = practicePage(page);
  await expect(original).toBeHidden();
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('lang', 'es');
  await expect(original).toBeHidden();
  const playCount = (await stops()).length;

  // The field receives keys that are the player's shortcuts elsewhere.
  await page.keyboard.type('R1m ');
  await expect(field).toHaveValue('R1m ');
  await expect(page.getByRole('button', { name: 'Way to practise: Dictation' })).toBeVisible();
  expect(await stops()).toHaveLength(playCount);
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stops()).length).toBe(playCount + 1);
  await page.getByRole('button', { name: 'Hear it slowly' }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(0.75);
  await expect.poll(async () => (await stops()).length).toBe(playCount + 2);

  // A letter's button inserts it at the caret, and the field keeps the focus.
  await field.fill('que estn maduros');
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 7));
  await page.getByRole('button', { name: 'é', exact: true }).click();
  await expect(field).toHaveValue('que estén maduros');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
  await expect(original).toHaveText(LINES.es[0]);
  await expect(practicePage(page).translation).toHaveText('The first.');
  await expect
    .poll(async () => (await fetchMemory(api, 'es')).reviews.map(({ skill, grade }) => `${skill} ${grade}`))
    .toEqual(['write good']);

  // Typing the line again adds no second review.
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(field).toHaveValue('');
  await page.keyboard.type('no');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('0 of 3 words right.');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('Line 2 of 2');
  await expect(field).toBeFocused();
  expect((await fetchMemory(api, 'es')).reviews).toHaveLength(1);
});

test('mistakes are also described in words, and the line plays again immediately', async ({
  page,
  openDictation,
}) => {
  const stops = await watchMedia(page);
  const { api } = await openDictation('es');
  const { field, verdict } = dictationForm(page);
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  const playCount = (await stops()).length;
  await page.keyboard.type('ya esten');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('Hint: ')).toBeVisible();
  await dictationForm(page).check.click();
  await expect(verdict).toContainText('0 of 3 words right. With 1 hint.');
  const { original } = practicePage(page);
  await expect(original).toContainText('accent: esten');
  await expect(original).toContainText('missing: maduros');
  await expect.poll(async () => (await stops()).length).toBe(playCount + 1);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect.poll(async () => (await fetchMemory(api, 'es')).reviews[0]?.grade).toBe('again');
});

test('typed text survives a reload and a change of line, until it is checked', async ({
  page,
  openDictation,
}) => {
  await openDictation('es');
  const { field, verdict } = dictationForm(page);
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  await page.keyboard.type('que est');
  await page.reload();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await practicePage(page).play.click();
  await expect(field).toHaveValue('que est');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expect(practicePage(page).count).toHaveText('Line 2 of 2');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expect(field).toHaveValue('que est');
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText('of 3 words right');
  await page.reload();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await practicePage(page).play.click();
  await expect(field).toHaveValue('');
});

test('German umlauts can be typed as two letters, or inserted with a tap', async ({
  page,
  openDictation,
}) => {
  await openDictation('de');
  const { field, verdict } = dictationForm(page);
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  await page.keyboard.type('schoene Gr');
  for (const letter of ['ü', 'ß']) await page.getByRole('button', { name: letter, exact: true }).click();
  await page.keyboard.type('e aus koeln');
  await expect(field).toHaveValue('schoene Grüße aus koeln');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
});

test('Enter is handled by the input method during composition', async ({ page, openDictation }) => {
  await openDictation('ja');
  const { field, verdict } = dictationForm(page);
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'いぬが', selectionStart: 3, selectionEnd: 3 });
  await expect(field).toHaveValue('いぬが');
  const enterKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enterKey });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enterKey });
  await expect(field).toBeVisible();
  await input.send('Input.insertText', { text: '犬が好きです' });
  await expect(field).toHaveValue('犬が好きです');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
});

test('Arabic is typed right to left, without optional marks', async ({ page, openDictation }) => {
  await openDictation('ar');
  const { field, verdict } = dictationForm(page);
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('dir', 'rtl');
  await page.keyboard.type('أين هو الآن');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('2 of 3 words right.');
  await expect(practicePage(page).original).toContainText('هو');
  expect(await practicePage(page).original.evaluate((line) => getComputedStyle(line).direction)).toBe('rtl');
});

test('a line checked offline becomes a review once back online', async ({ page, openDictation }) => {
  const { api } = await openDictation('es');
  const { field, verdict } = dictationForm(page);
  await practicePage(page).play.click();
  await expect(field).toBeFocused();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.keyboard.type('que estén maduros');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
  expect((await fetchMemory(api, 'es')).reviews).toEqual([]);
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(async () => (await fetchMemory(api, 'es')).reviews.length).toBe(1);
});

test('Today asks for a line reviewed in writing by dictation, and grades it automatically', async ({
  page,
  server,
  signIn,
}) => {
  const learner = await createLearner(server.url);
  const api = await apiAs(server.url, learner);
  const id = makeAttemptId(Date.now() - 3 * 86_400_000, new Uint8Array(10));
  const line = { start_ms: parsePosition('00:00:01.000') ?? 0, text_hash: hashLine(LINES.es[0]) };
  await api(practice.saveReviews, {
    body: {
      reviews: [{ ...line, id, video_id: videoIn('es'), skill: 'write', grade: 'again', utc_offset: 0 }],
    },
  });
  await signIn(page, learner);
  await page.goto('/');
  await page.getByTestId('today').getByRole('link', { name: 'Start' }).click();
  const { field, verdict } = dictationForm(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('que esten maduros');
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText('Check the accents');
  await expect(page.getByTestId('grades')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('today-end')).toContainText('1 line practised · With effort: 1');
  await expect.poll(async () => (await fetchMemory(api, 'es')).reviews.length).toBe(2);
});
