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
  makeLearner,
} from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { practiceOf } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'dictation' });

const LINES = {
  es: ['¿Que estén maduros?', 'Pues claro.'],
  de: ['Schöne Grüße aus Köln!', 'Bis morgen.'],
  ja: ['犬が好きです。', 'はい。'],
  ar: ['أين هي الآن؟', 'نعم.'],
} as const;
type Language = keyof typeof LINES;

const makeSrt = ([first, second]: readonly [string, string]) =>
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
    [language, makeSrt(LINES[language])],
    ['en', makeSrt(['The first.', 'The second.'])],
  );
  return id;
}

const videoByLanguage = new Map<Language, number>();
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  for (const language of Object.keys(LINES) as Language[])
    videoByLanguage.set(language, await addVideo(admin, language));
});
const getVideo = (language: Language) => videoByLanguage.get(language) ?? 0;

const getTyping = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'What you hear' }),
  check: page.getByRole('button', { name: 'Check' }).first(),
  verdict: page.locator('section p[data-status]'),
});

const practise = test.extend<{ enter: (language: Language) => Promise<{ learner: Account; api: Api }> }>({
  enter: async ({ page, server, signIn }, use) =>
    use(async (language) => {
      const learner = await makeLearner(server.url);
      const api = await apiAs(server.url, learner);
      const ways = [{ video_id: getVideo(language), way: 'dictation' }];
      await api(accounts.updatePreferences, { body: { player: { line_pause: 0, ways } } });
      await signIn(page, learner);
      await page.goto(`/video/${getVideo(language)}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
      return { learner, api };
    }),
});

/** Returns what the server remembers of a video's first line. */
const getMemory = (api: Api, language: Language) =>
  api(practice.getLineMemory, {
    params: { id: getVideo(language) },
    query: { start_ms: '1000', text_hash: String(hashLine(LINES[language][0])) },
  });

practise('a line is heard, written, checked, and counts as one review', async ({ page, enter }) => {
  const stops = await watchMedia(page);
  const { api } = await enter('es');
  const { field, verdict } = getTyping(page);
  const { original, count } = practiceOf(page);
  await expect(original).toBeHidden();
  await practiceOf(page).play.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('lang', 'es');
  await expect(original).toBeHidden();
  const heard = (await stops()).length;

  // The field receives every key: R, 1, M and Space are the player's elsewhere.
  await page.keyboard.type('R1m ');
  await expect(field).toHaveValue('R1m ');
  await expect(page.getByRole('button', { name: 'Way to practise: Dictation' })).toBeVisible();
  expect(await stops()).toHaveLength(heard);
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stops()).length).toBe(heard + 1);
  await page.getByRole('button', { name: 'Hear it slowly' }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(0.75);
  await expect.poll(async () => (await stops()).length).toBe(heard + 2);

  // A letter goes to the caret, and the field keeps the focus.
  await field.fill('que estn maduros');
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 7));
  await page.getByRole('button', { name: 'é', exact: true }).click();
  await expect(field).toHaveValue('que estén maduros');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
  await expect(original).toHaveText(LINES.es[0]);
  await expect(practiceOf(page).translation).toHaveText('The first.');
  await expect
    .poll(async () => (await getMemory(api, 'es')).reviews.map(({ skill, grade }) => `${skill} ${grade}`))
    .toEqual(['write good']);

  // Writing it once more gives no second review.
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(field).toHaveValue('');
  await page.keyboard.type('no');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('0 of 3 words right.');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('Line 2 of 2');
  await expect(field).toBeFocused();
  expect((await getMemory(api, 'es')).reviews).toHaveLength(1);
});

practise(
  'mistakes are also described in words, and the line plays again at once',
  async ({ page, enter }) => {
    const stops = await watchMedia(page);
    const { api } = await enter('es');
    const { field, verdict } = getTyping(page);
    await practiceOf(page).play.click();
    await expect(field).toBeFocused();
    const heard = (await stops()).length;
    await page.keyboard.type('ya esten');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.getByText('Hint: ')).toBeVisible();
    await getTyping(page).check.click();
    await expect(verdict).toContainText('0 of 3 words right. With 1 hint.');
    const { original } = practiceOf(page);
    await expect(original).toContainText('accent: esten');
    await expect(original).toContainText('missing: maduros');
    await expect.poll(async () => (await stops()).length).toBe(heard + 1);
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect.poll(async () => (await getMemory(api, 'es')).reviews[0]?.grade).toBe('again');
  },
);

practise('typed text survives a reload and a change of line until it is checked', async ({ page, enter }) => {
  await enter('es');
  const { field, verdict } = getTyping(page);
  await practiceOf(page).play.click();
  await expect(field).toBeFocused();
  await page.keyboard.type('que est');
  await page.reload();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await practiceOf(page).play.click();
  await expect(field).toHaveValue('que est');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expect(practiceOf(page).count).toHaveText('Line 2 of 2');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expect(field).toHaveValue('que est');
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText('of 3 words right');
  await page.reload();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await practiceOf(page).play.click();
  await expect(field).toHaveValue('');
});

practise('German umlauts can be written as two letters, or inserted with a tap', async ({ page, enter }) => {
  await enter('de');
  const { field, verdict } = getTyping(page);
  await practiceOf(page).play.click();
  await expect(field).toBeFocused();
  await page.keyboard.type('schoene Gr');
  for (const letter of ['ü', 'ß']) await page.getByRole('button', { name: letter, exact: true }).click();
  await page.keyboard.type('e aus koeln');
  await expect(field).toHaveValue('schoene Grüße aus koeln');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
});

practise('Enter is handled by the input method during composition', async ({ page, enter }) => {
  await enter('ja');
  const { field, verdict } = getTyping(page);
  await practiceOf(page).play.click();
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

practise('Arabic is typed right to left, without optional marks', async ({ page, enter }) => {
  await enter('ar');
  const { field, verdict } = getTyping(page);
  await practiceOf(page).play.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('dir', 'rtl');
  await page.keyboard.type('أين هو الآن');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('2 of 3 words right.');
  await expect(practiceOf(page).original).toContainText('هو');
  expect(await practiceOf(page).original.evaluate((line) => getComputedStyle(line).direction)).toBe('rtl');
});

practise('a line checked offline becomes a review once back online', async ({ page, enter }) => {
  const { api } = await enter('es');
  const { field, verdict } = getTyping(page);
  await practiceOf(page).play.click();
  await expect(field).toBeFocused();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.keyboard.type('que estén maduros');
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveText('All correct!');
  expect((await getMemory(api, 'es')).reviews).toEqual([]);
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(async () => (await getMemory(api, 'es')).reviews.length).toBe(1);
});

test('Today asks for a written line by dictation, which grades automatically', async ({
  page,
  server,
  signIn,
}) => {
  const learner = await makeLearner(server.url);
  const api = await apiAs(server.url, learner);
  const id = makeAttemptId(Date.now() - 3 * 86_400_000, new Uint8Array(10));
  const line = { start_ms: parsePosition('00:00:01.000') ?? 0, text_hash: hashLine(LINES.es[0]) };
  await api(practice.saveReviews, {
    body: {
      reviews: [{ ...line, id, video_id: getVideo('es'), skill: 'write', grade: 'again', utc_offset: 0 }],
    },
  });
  await signIn(page, learner);
  await page.goto('/');
  await page.getByTestId('today').getByRole('link', { name: 'Start' }).click();
  const { field, verdict } = getTyping(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('que esten maduros');
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText('Check the accents');
  await expect(page.getByTestId('grades')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('today-end')).toContainText('1 line practised · With effort: 1');
  await expect.poll(async () => (await getMemory(api, 'es')).reviews.length).toBe(2);
});
