import { accounts, subtitles } from '@sayback/contract';
import {
  addClip,
  adminApi,
  apiAs,
  createLearner,
  createLearnerAt,
  fetchSegments,
  MULTILINGUAL,
} from '../support/api.ts';
import { practicePage, segmentNumber } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

const FISH_LINE = 'what she really loves is fish';

let videoId: number;
test.beforeAll(async ({ server }) => {
  videoId = await addClip(await adminApi(server.url), MULTILINGUAL);
});

const readDirection = (element: Element) => getComputedStyle(element).direction;

test('choosing another translation keeps the position, and shows it in its writing direction', async ({
  page,
  server,
  signIn,
}) => {
  const spanish = await fetchSegments(await adminApi(server.url), videoId, 'es');
  const fishNumber = segmentNumber(spanish, FISH_LINE);
  await signIn(page, await createLearnerAt(server.url, videoId, fishNumber));
  await page.goto(`/video/${videoId}`);
  const { count, original, translation } = practicePage(page);
  await expect(original).toContainText(FISH_LINE);
  await expect(original).toHaveAttribute('lang', 'en');
  await expect(translation).toHaveAttribute('lang', 'es');
  await expect(count).toHaveText(`Line ${fishNumber} of ${spanish.length}`);

  await page.getByRole('button', { name: 'Translation: Spanish' }).click();
  await page.getByRole('menuitemradio', { name: 'Arabic' }).click();
  await expect(translation).toHaveAttribute('lang', 'ar');
  await expect(original).toContainText(FISH_LINE);
  await expect(translation).toContainText('الدجاج');
  expect(await translation.evaluate(readDirection)).toBe('rtl');
  expect(await original.evaluate(readDirection)).toBe('ltr');
  const arabic = (await fetchSegments(await adminApi(server.url), videoId, 'ar')).filter(
    ({ text_original }) => text_original !== '',
  );
  await expect(count).toHaveText(`Line ${segmentNumber(arabic, FISH_LINE)} of ${arabic.length}`);

  await page.getByRole('button', { name: 'Translation: Arabic' }).click();
  await page.getByRole('menuitemradio', { name: 'Japanese' }).click();
  await expect(translation).toHaveAttribute('lang', 'ja');
  await expect(original).toContainText(FISH_LINE);
});

test('the chosen translation is remembered after a reload', async ({ page, server, signIn }) => {
  await signIn(page, await createLearner(server.url));
  await page.goto(`/video/${videoId}`);
  const { translation } = practicePage(page);
  await page.getByRole('button', { name: /^Translation: / }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('menuitemradio', { name: 'Japanese' }).click();
  await expect(translation).toHaveAttribute('lang', 'ja');
  await saved;
  await page.reload();
  await expect(translation).toHaveAttribute('lang', 'ja');
});

test('a video in the native language has no translation until the learner chooses one, which is remembered', async ({
  page,
  server,
  signIn,
}) => {
  const account = await createLearner(server.url);
  const api = await apiAs(server.url, account);
  await api(accounts.updateProfile, { body: { native_language: 'en' } });
  await signIn(page, account);
  await page.goto(`/video/${videoId}`);
  const { original, translation } = practicePage(page);
  await expect(original).toHaveAttribute('lang', 'en');
  await expect(translation).toBeHidden();
  const choose = async (language: string) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('menuitemradio', { name: language }).click();
    await saved;
    await page.reload();
  };
  await page.getByRole('button', { name: 'No translation' }).click();
  await choose('Japanese');
  await expect(translation).toHaveAttribute('lang', 'ja');
  await page.getByRole('button', { name: 'Translation: Japanese' }).click();
  await choose('No translation');
  await expect(original).toHaveAttribute('lang', 'en');
  await expect(translation).toBeHidden();
});

test('a lesson in progress stays the same while a translation into the native language is added', async ({
  page,
  server,
  signIn,
}) => {
  const admin = await adminApi(server.url);
  const spanish = await fetchSegments(admin, videoId, 'es');
  const fishNumber = segmentNumber(spanish, FISH_LINE);
  const account = await createLearnerAt(server.url, videoId, fishNumber);
  await (await apiAs(server.url, account))(accounts.updateProfile, { body: { native_language: 'de' } });
  await signIn(page, account);
  const { count, original, translation } = practicePage(page);
  const expectSameLesson = async () => {
    await page.goto(`/video/${videoId}`);
    await expect(count).toHaveText(`Line ${fishNumber} of ${spanish.length}`);
    await expect(original).toContainText(FISH_LINE);
    await expect(translation).toHaveAttribute('lang', 'es');
  };
  await expectSameLesson();
  const { alignment_id: id } = await admin(subtitles.beginTranslation, {
    params: { id: videoId },
    body: { language: 'de', by_machine: false },
  });
  await expectSameLesson();
  // An empty translation isn't offered.
  await page.getByRole('button', { name: 'Translation: Spanish' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Arabic', 'Japanese', 'Spanish']);

  const [first] = await fetchSegments(admin, videoId, 'de');
  await admin(subtitles.updateSegment, { params: { id: first?.id }, body: { text_target: 'Hallo.' } });
  await expectSameLesson();
  await page.getByRole('button', { name: 'Translation: Spanish' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'German' })).toBeVisible();

  const { subtitle_id } = await admin(subtitles.getAlignment, { params: { id } });
  await admin(subtitles.deleteSubtitle, { params: { id: subtitle_id } });
  await expectSameLesson();
});
