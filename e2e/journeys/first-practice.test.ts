import { addClip, adminApi, ENGLISH_CLIP, newAccount, segmentsOf } from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectHeard, practiceOf, untilTurn } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

test('a new user registers, practises three segments, returns to the fourth, and logs out', async ({
  page,
  server,
}) => {
  const admin = await adminApi(server.url);
  // Other journeys add videos with the clip's title to the server.
  const title = 'A first lesson';
  const videoId = await addClip(admin, { ...ENGLISH_CLIP, title });
  const { username, password } = newAccount();
  const segments = await segmentsOf(admin, videoId);
  const stops = await watchMedia(page);

  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Registration successful. Please login.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();

  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('combobox', { name: 'Update Native Language' }).click();
  await page.getByRole('option', { name: 'Spanish', exact: true }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Native language updated!')).toBeVisible();

  await page.getByRole('link', { name: 'Sayback' }).click();
  await page.getByRole('link', { name: title }).first().click();
  const { play, next, previous, count, translation } = practiceOf(page);
  await expect(count).toHaveText(`Line 1 of ${segments.length}`);
  await expect(previous).toBeDisabled();
  expect(await stops()).toEqual([]);

  await play.click();
  for (const [index, segment] of segments.slice(0, 3).entries()) {
    if (index > 0) await next.click();
    await untilTurn(page, segment);
    await expect(translation).toHaveText(segment.text_target, { useInnerText: true });
    expectHeard((await stops()).at(-1), segment);
  }

  const saved = page.waitForResponse((response) => response.url().endsWith('/progress/save/'));
  await next.click();
  await saved;
  await page.reload();
  await expect(count).toHaveText(`Line 4 of ${segments.length}`);

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('region', { name: 'Continue' })).toContainText(`Line 4 of ${segments.length}`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('token')))).toEqual(
    [],
  );
});
