import { accounts } from '@sayback/contract';
import {
  addClip,
  adminApi,
  apiAs,
  MANY_TONGUES,
  makeLearner,
  makeLearnerAt,
  segmentsOf,
} from '../support/api.ts';
import { numberOf, practiceOf } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

const FISH = 'what she really loves is fish';

let videoId: number;
test.beforeAll(async ({ server }) => {
  videoId = await addClip(await adminApi(server.url), MANY_TONGUES);
});

const directionOf = (element: Element) => getComputedStyle(element).direction;

test('another translation keeps the place, and is shown as its language is written', async ({
  page,
  server,
  signIn,
}) => {
  const spanish = await segmentsOf(await adminApi(server.url), videoId, 'es');
  const fish = numberOf(spanish, FISH);
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
  expect(await translation.evaluate(directionOf)).toBe('rtl');
  expect(await original.evaluate(directionOf)).toBe('ltr');
  const arabic = (await segmentsOf(await adminApi(server.url), videoId, 'ar')).filter(
    ({ text_original }) => text_original !== '',
  );
  await expect(count).toHaveText(`Line ${numberOf(arabic, FISH)} of ${arabic.length}`);

  await page.getByRole('button', { name: 'Translation: Arabic' }).click();
  await page.getByRole('menuitemradio', { name: 'Japanese' }).click();
  await expect(translation).toHaveAttribute('lang', 'ja');
  await expect(original).toContainText(FISH);
});

test('the translation that was chosen is the one next time', async ({ page, server, signIn }) => {
  await signIn(page, await makeLearner(server.url));
  await page.goto(`/video/${videoId}`);
  const { translation } = practiceOf(page);
  await page.getByRole('button', { name: /^Translation: / }).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('menuitemradio', { name: 'Japanese' }).click();
  await expect(translation).toHaveAttribute('lang', 'ja');
  await saved;
  await page.reload();
  await expect(translation).toHaveAttribute('lang', 'ja');
});

test('the translation into the native language is the one that is shown', async ({
  page,
  server,
  signIn,
}) => {
  const account = await makeLearner(server.url);
  const api = await apiAs(server.url, account);
  await api(accounts.updateProfile, { body: { native_language: 'ja' } });
  await signIn(page, account);
  await page.goto(`/video/${videoId}`);
  await expect(practiceOf(page).translation).toHaveAttribute('lang', 'ja');
});
