import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { clipFile, ENGLISH_CLIP } from '../support/api.ts';
import { practicePage } from '../support/practice.ts';
import { publishVideo } from '../support/publish.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';
import { logIn } from './accounts/forms.ts';

const { slug } = ENGLISH_CLIP;
const subtitleDialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Subtitle' });
const subtitleCard = (page: Page, language: string) =>
  page.getByTestId('subtitle-card').filter({ has: page.getByRole('heading', { name: language }) });

async function openVideoManager(page: Page): Promise<void> {
  await page.goto('/login');
  await logIn(page, ADMIN);
  await page.getByRole('link', { name: 'Video Manager' }).click();
}

async function chooseOption(page: Page, field: string, option: string): Promise<void> {
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
  await chooseOption(page, 'Original Language', 'English');
  // Start waiting before the upload: the message is visible only briefly.
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
  await chooseOption(page, 'Language', language);
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
  await openVideoManager(page);
  await addHostedVideo(page, title);
  await expect(page.getByText('No subtitles uploaded yet')).toBeVisible();
  await uploadSubtitle(page, 'Upload First Subtitle', 'English (Original)', clipFile(slug, 'en.srt'));
  await expect(subtitleCard(page, 'English (Original)')).toContainText('Source Language');
  await uploadSubtitle(page, 'Upload Subtitle', 'Arabic', clipFile(slug, 'ar.vtt'));

  const arabic = subtitleCard(page, 'Arabic');
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
  await practicePage(page).play.click();
  await expect(practicePage(page).announcement).toContainText('Your turn: Good morning, Mr. Hill.');

  const learner = await openBrowser();
  await signIn(learner);
  await learner.goto('/');
  await learner.getByRole('link', { name: title }).click();
  await practicePage(learner).play.click();
  await expect(practicePage(learner).announcement).toContainText('Your turn: Good morning, Mr. Hill.');
  await expect(practicePage(learner).translation).toHaveAttribute('lang', 'ar');

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

/** Opens the form for a new video, and fills it in with this file. */
async function fillHostedForm(page: Page, title: string, file: string) {
  await openVideoManager(page);
  await page.getByRole('button', { name: 'Add Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Video' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByText('Upload a file').click();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await chooseOption(page, 'Original Language', 'English');
  return dialog;
}

test('a truncated media file is rejected, and the video is added without it', async ({ page }, testInfo) => {
  const clip = await readFile(clipFile(slug, 'clip.mp4'));
  const file = testInfo.outputPath('cut-off.mp4');
  await writeFile(file, clip.subarray(0, Math.floor(clip.length * 0.6)));
  const dialog = await fillHostedForm(page, 'Cut off', file);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText("This file can't be played: it is damaged")).toBeVisible();
  await dialog.getByRole('link', { name: 'Video Details' }).click();
  await expect(page.getByText('This video has no media file yet.')).toBeVisible();
});

test('a subtitle file that can’t be parsed is rejected with the line number', async ({ page }) => {
  await openVideoManager(page);
  await addHostedVideo(page, 'A clip with poor subtitles');
  await page.getByRole('button', { name: 'Upload First Subtitle' }).click();
  const dialog = subtitleDialog(page);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a language and file.');

  const broken = '1\n00:00:xx,000 --> 00:00:02,000\nHello\n';
  await chooseOption(page, 'Language', 'English (Original)');
  await dialog
    .getByLabel('Subtitle file')
    .setInputFiles({ name: 'broken.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(broken) });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/line 2/i);
  await expect(dialog).toBeVisible();

  await dialog.getByLabel('Subtitle file').setInputFiles(clipFile(slug, 'en.srt'));
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(subtitleCard(page, 'English (Original)')).toContainText('22 cues');
});

test('a subtitle file with an unreadable part is accepted, and the line number is reported', async ({
  page,
}) => {
  await openVideoManager(page);
  await addHostedVideo(page, 'A clip with a slip in its subtitles');
  const partlyBroken =
    '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:xx,000 --> 00:00:04,000\nGoodbye\n';
  await page.getByRole('button', { name: 'Upload First Subtitle' }).click();
  await chooseOption(page, 'Language', 'English (Original)');
  await subtitleDialog(page)
    .getByLabel('Subtitle file')
    .setInputFiles({ name: 'half.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(partlyBroken) });
  await subtitleDialog(page).getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText(/Subtitle uploaded. 1 problem was repaired or skipped: line 6/)).toBeVisible();
  await expect(subtitleCard(page, 'English (Original)')).toBeVisible();
});
