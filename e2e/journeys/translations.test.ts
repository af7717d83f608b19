import { accounts, subtitles } from '@sayback/contract';
import {
  addClip,
  adminApi,
  apiAs,
  MULTILINGUAL,
  makeLearner,
  makeLearnerAt,
  segmentsOf,
} from '../support/api.ts';
import { practiceOf, segmentNumber } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

const FISH = 'what she really loves is fish';

let videoId: number;
test.beforeAll(async ({ server }) => {
  videoId = await addClip(await adminApi(server.url), MULTILINGUAL);
});

const getDirection = (element: Element) => getComputedStyle(element).direction;

test('another translation keeps the position, and is shown in its writing direction', async ({
  page,
  server,
  signIn,
}) => {
  const spanish = await segmentsOf(await adminApi(server.url), videoId, 'es');
  const fish = segmentNumber(spanish, FISH);
  await signIn(page, await makeLearnerAt(server.url, videoId, fish));
  await page.goto(`/video/${videoId}`);
  const { count, original, translation } = practiceOf(page);
  await expect(original).toContainText(FISH);
  await expect(original).toHaveAttribute('lang', 'en');
  await expect(translation).toHaveAttribute('lang', 'es');
  await expect(count).toHaveText(`Line ${fish} of ${spanish.length}`);

  await page.getByRole('button', { name: 'Translation: Spanish' }).click();
  await page.getByRole('menuitemradio', { name: 'Arabic' }).click();
  await expect(translation).toHaveAttribute('lang', 'ar');
  await expect(original).toContainText(FISH);
  await expect(translation).toContainText('الدجاج');
  expect(await translation.evaluate(getDirection)).toBe('rtl');
  expect(await original.evaluate(getDirection)).toBe('ltr');
  const arabic = (await segmentsOf(await adminApi(server.url), videoId, 'ar')).filter(
    ({ text_original }) => text_original !== '',
  );
  await expect(count).toHaveText(`Line ${segmentNumber(arabic, FISH)} of ${arabic.length}`);

  await page.getByRole('button', { name: 'Translation: Arabic' }).click();
  await page.getByRole('menuitemradio', { name: 'Japanese' }).click();
  await expect(translation).toHaveAttribute('lang', 'ja');
  await expect(original).toContainText(FISH);
});

test('the chosen translation is used next time', async ({ page, server, signIn }) => {
  await signIn(page, await makeLearner(server.url));
  await page.goto(`/video/${videoId}`);
  const { translation } = practiceOf(page);
  await page.getByRole('button', { name: /^Translation: / }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('menuitemradio', { name: 'Japanese' }).click();
  await expect(translation).toHaveAttribute('lang', 'ja');
  await saved;
  await page.reload();
  await expect(translation).toHaveAttribute('lang', 'ja');
});

test('a video in the native language has no translation until one is chosen, which persists', async ({
  page,
  server,
  signIn,
}) => {
  const account = await makeLearner(server.url);
  const api = await apiAs(server.url, account);
  await api(accounts.updateProfile, { body: { native_language: 'en' } });
  await signIn(page, account);
  await page.goto(`/video/${videoId}`);
  const { original, translation } = practiceOf(page);
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
  const spanish = await segmentsOf(admin, videoId, 'es');
  const fish = segmentNumber(spanish, FISH);
  const account = await makeLearnerAt(server.url, videoId, fish);
  await (await apiAs(server.url, account))(accounts.updateProfile, { body: { native_language: 'de' } });
  await signIn(page, account);
  const { count, original, translation } = practiceOf(page);
  const isSameLesson = async () => {
    await page.goto(`/video/${videoId}`);
    await expect(count).toHaveText(`Line ${fish} of ${spanish.length}`);
    await expect(original).toContainText(FISH);
    await expect(translation).toHaveAttribute('lang', 'es');
  };
  await isSameLesson();
  const { alignment_id: id } = await admin(subtitles.beginTranslation, {
    params: { id: videoId },
    body: { language: 'de', by_machine: false },
  });
  await isSameLesson();
  // An empty translation isn't offered.
  await page.getByRole('button', { name: 'Translation: Spanish' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Arabic', 'Japanese', 'Spanish']);

  const [first] = await segmentsOf(admin, videoId, 'de');
  await admin(subtitles.updateSegment, { params: { id: first?.id }, body: { text_target: 'Hallo.' } });
  await isSameLesson();
  await page.getByRole('button', { name: 'Translation: Spanish' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'German' })).toBeVisible();

  const { subtitle_id } = await admin(subtitles.getAlignment, { params: { id } });
  await admin(subtitles.deleteSubtitle, { params: { id: subtitle_id } });
  await isSameLesson();
});
