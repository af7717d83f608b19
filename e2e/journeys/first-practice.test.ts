import { addClip, adminApi, ENGLISH_CLIP, fetchSegments, newAccount } from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectPlayed, practicePage, waitForTurn } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';
import { logIn, register } from './accounts/forms.ts';

test('a new user registers, practises three segments, returns to the fourth, and logs out', async ({
  page,
  server,
}) => {
  const admin = await adminApi(server.url);
  // Other journeys add videos with the clip's title.
  const title = 'A first lesson';
  const videoId = await addClip(admin, { ...ENGLISH_CLIP, title });
  const account = newAccount();
  const segments = await fetchSegments(admin, videoId);
  const stops = await watchMedia(page);

  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await register(page, account);
  await expect(page.getByText('Registration successful. Please login.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, account);
  await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();

  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('combobox', { name: 'Update Native Language' }).click();
  await page.getByRole('option', { name: 'Spanish', exact: true }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Native language updated!')).toBeVisible();

  await page.getByRole('link', { name: 'Sayback' }).click();
  await page.getByRole('link', { name: title }).first().click();
  const { play, next, previous, count, translation } = practicePage(page);
  await expect(count).toHaveText(`Line 1 of ${segments.length}`);
  await expect(previous).toBeDisabled();
  expect(await stops()).toEqual([]);

  await play.click();
  for (const [index, segment] of segments.slice(0, 3).entries()) {
    if (index > 0) await next.click();
    await waitForTurn(page, segment);
    await expect(translation).toHaveText(segment.text_target, { useInnerText: true });
    expectPlayed((await stops()).at(-1), segment);
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
