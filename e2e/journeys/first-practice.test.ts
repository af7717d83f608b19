import { addClip, adminApi, ENGLISH_CLIP, segmentsOf } from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expect, test } from '../support/test.ts';

const seconds = (position: string) => position.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

test('a newcomer registers, practises three segments, comes back to the fourth, and leaves', async ({
  page,
  server,
}) => {
  const admin = await adminApi(server.url);
  const videoId = await addClip(admin, ENGLISH_CLIP);
  const segments = await segmentsOf(admin, videoId);
  const stops = await watchMedia(page);

  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Password', { exact: true }).fill('say it back 1');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Registration successful. Please login.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Password', { exact: true }).fill('say it back 1');
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();

  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('combobox', { name: 'Update Native Language' }).click();
  await page.getByRole('option', { name: 'Spanish', exact: true }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Native language updated!')).toBeVisible();

  await page.getByRole('link', { name: 'Sayback' }).click();
  await page.getByRole('link', { name: ENGLISH_CLIP.title }).first().click();
  const play = page.getByRole('button', { name: 'Play Segment' });
  await expect(page.getByTestId('segment-count')).toHaveText(`Segment 1 of ${segments.length}`);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  expect(await stops()).toEqual([]);

  await play.click();
  for (let index = 0; index < 3; index += 1) {
    const segment = segments[index];
    await expect(page.getByTestId('announcement')).toContainText('Your turn:', { timeout: 20_000 });
    await expect(page.getByTestId('announcement')).toContainText(segment?.text_original.split('\n')[0] ?? '');
    await expect(page.getByText(segment?.text_target.split('\n')[0] ?? '')).toBeVisible();
    const stop = (await stops()).at(-1);
    expect(stop?.at).toBeGreaterThanOrEqual(seconds(segment?.end_time ?? ''));
    expect(stop?.at).toBeLessThan(seconds(segment?.end_time ?? '') + 0.2);
    expect(Math.abs((stop?.from ?? 0) - seconds(segment?.start_time ?? ''))).toBeLessThan(0.2);
    if (index < 2) await page.getByRole('button', { name: 'Next' }).click();
  }

  const saved = page.waitForResponse((answer) => answer.url().endsWith('/progress/save/'));
  await page.getByRole('button', { name: 'Next' }).click();
  await saved;
  await page.reload();
  await expect(page.getByTestId('segment-count')).toHaveText(`Segment 4 of ${segments.length}`);

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('progressbar', { name: /% practised/ })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('token')))).toEqual(
    [],
  );
});
