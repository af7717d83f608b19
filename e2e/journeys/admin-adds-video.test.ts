import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { clipFile, ENGLISH_CLIP } from '../support/api.ts';
import { practiceOf } from '../support/practice.ts';
import { publishVideo } from '../support/publish.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const { slug } = ENGLISH_CLIP;
const subtitleDialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Subtitle' });
const cardFor = (page: Page, language: string) =>
  page.getByTestId('subtitle-card').filter({ has: page.getByRole('heading', { name: language }) });

async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Video Manager' }).click();
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

async function addHostedVideo(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Video' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Emma looks for her cat.');
  await dialog.getByText('Upload a file').click();
  await dialog.locator('input[type=file]').setInputFiles(clipFile(slug, 'clip.mp4'));
  await choose(page, 'Original Language', 'English');
  // The message is brief: start looking for it before it can appear.
  const added = expect(page.getByText('Video added.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await added;
  await expect(dialog).toBeHidden();
  const card = page.getByTestId('managed-video').filter({ hasText: title });
  await expect(card).toContainText('Language: English');
  await card.getByRole('link', { name: 'Video Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function uploadSubtitle(page: Page, opener: string, language: string, file: string): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  await choose(page, 'Language', language);
  await subtitleDialog(page).getByLabel('Subtitle file').setInputFiles(file);
  await subtitleDialog(page).getByRole('button', { name: 'Upload' }).click();
  await expect(subtitleDialog(page)).toBeHidden();
}

test('an administrator adds a video, aligns its subtitles, and publishes it to a learner', async ({
  page,
  openBrowser,
  signIn,
}) => {
  const title = 'The cat of Mr. Hill';
  await logIn(page);
  await addHostedVideo(page, title);
  await expect(page.getByText('No subtitles uploaded yet')).toBeVisible();
  await uploadSubtitle(page, 'Upload First Subtitle', 'English (Original)', clipFile(slug, 'en.srt'));
  await expect(cardFor(page, 'English (Original)')).toContainText('Source Language');
  await uploadSubtitle(page, 'Upload Subtitle', 'Arabic', clipFile(slug, 'ar.vtt'));

  const arabic = cardFor(page, 'Arabic');
  await arabic.getByRole('button', { name: 'Start Alignment' }).click();
  await expect(arabic.getByText('Aligned', { exact: true })).toBeVisible();
  await expect(arabic.getByRole('button', { name: /Align|Realign/ })).toHaveCount(0);
  await expect(arabic.getByRole('link', { name: 'Edit Subtitle' })).toBeVisible();

  await uploadSubtitle(page, 'Upload Subtitle', 'English', clipFile(slug, 'en.srt'));
  await expect(arabic.getByText('Needs Realign')).toBeVisible();
  await arabic.getByRole('button', { name: 'Realign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Realign' }).click();
  await expect(arabic.getByText('Needs Realign')).toBeHidden();

  await publishVideo(page);
  await expect(page.getByTestId('media-facts')).toHaveText(/^\d+:\d\d, \d+×\d+, [\d.]+ [kM]B$/);
  await page.getByRole('link', { name: 'Practise' }).click();
  await practiceOf(page).play.click();
  await expect(practiceOf(page).announcement).toContainText('Your turn: Good morning, Mr. Hill.');

  const learner = await openBrowser();
  await signIn(learner);
  await learner.goto('/');
  await learner.getByRole('link', { name: title }).click();
  await practiceOf(learner).play.click();
  await expect(practiceOf(learner).announcement).toContainText('Your turn: Good morning, Mr. Hill.');
  await expect(practiceOf(learner).translation).toHaveAttribute('lang', 'ar');

  await page.goBack();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByTestId('video-state')).toHaveText('Draft');
  await learner.reload();
  await expect(learner.getByText('Video not found.')).toBeVisible();
  await learner.goto('/');
  await expect(learner.getByRole('heading', { name: 'Available Videos' })).toBeVisible();
  await expect(learner.getByRole('progressbar')).toHaveCount(0);
  await expect(learner.getByRole('link', { name: title })).toHaveCount(0);

  await publishVideo(page);
  await learner.reload();
  await expect(learner.getByRole('link', { name: title })).toBeVisible();
});

/** Fills in the form for a video with a file from this disk. */
async function fillHosted(page: Page, title: string, file: string) {
  await logIn(page);
  await page.getByRole('button', { name: 'Add Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Video' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByText('Upload a file').click();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await choose(page, 'Original Language', 'English');
  return dialog;
}

test('a truncated media file is rejected, and the video waits for the complete one', async ({
  page,
}, testInfo) => {
  const whole = await readFile(clipFile(slug, 'clip.mp4'));
  const file = testInfo.outputPath('cut-off.mp4');
  await writeFile(file, whole.subarray(0, Math.floor(whole.length * 0.6)));
  const dialog = await fillHosted(page, 'Cut off', file);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText("This file can't be played: it is damaged")).toBeVisible();
  await dialog.getByRole('link', { name: 'Video Details' }).click();
  await expect(page.getByText('This video has no media file yet.')).toBeVisible();
});

test('a subtitle file that can’t be parsed is rejected with the line number', async ({ page }) => {
  await logIn(page);
  await addHostedVideo(page, 'A clip with poor subtitles');
  await page.getByRole('button', { name: 'Upload First Subtitle' }).click();
  const dialog = subtitleDialog(page);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a language and file.');

  const broken = '1\n00:00:xx,000 --> 00:00:02,000\nHello\n';
  await choose(page, 'Language', 'English (Original)');
  await dialog
    .getByLabel('Subtitle file')
    .setInputFiles({ name: 'broken.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(broken) });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/line 2/i);
  await expect(dialog).toBeVisible();

  await dialog.getByLabel('Subtitle file').setInputFiles(clipFile(slug, 'en.srt'));
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(cardFor(page, 'English (Original)')).toContainText('22 cues');
});

test('an unreadable part of an accepted file is reported with its line number', async ({ page }) => {
  await logIn(page);
  await addHostedVideo(page, 'A clip with a slip in its subtitles');
  const half = '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:xx,000 --> 00:00:04,000\nGoodbye\n';
  await page.getByRole('button', { name: 'Upload First Subtitle' }).click();
  await choose(page, 'Language', 'English (Original)');
  await subtitleDialog(page)
    .getByLabel('Subtitle file')
    .setInputFiles({ name: 'half.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(half) });
  await subtitleDialog(page).getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText(/Subtitle uploaded. 1 problem was repaired or skipped: line 6/)).toBeVisible();
  await expect(cardFor(page, 'English (Original)')).toBeVisible();
});
