import type { Page } from '@playwright/test';
import { type Api, adminApi, clipFile, ENGLISH_CLIP, fetchSegments } from '../../support/api.ts';
import { practicePage } from '../../support/practice.ts';
import { publishVideo } from '../../support/publish.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { editorPage, subtitleCard } from './editor.ts';
import { ADVERTISEMENT, originalFile, translationFile } from './television-files.ts';

const TITLE = 'The film from television';
/** More than the number of mismatches between the two files. */
const MAX_REPAIRS = 30;

type SubtitleFile = Awaited<ReturnType<typeof originalFile>>;

async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addDraft(page: Page): Promise<number> {
  await page.goto('/video-manager');
  await page.getByRole('button', { name: 'Add Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Video' });
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByText('Upload a file').click();
  await dialog.locator('input[type=file]').setInputFiles(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'));
  await chooseOption(page, 'Original Language', 'English');
  await expect(dialog.getByLabel('Publish now, without a check')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByTestId('managed-video').filter({ hasText: TITLE });
  await expect(card).toContainText('Draft');
  await expect(card).toContainText('No original subtitle');
  await card.getByRole('link', { name: 'Video Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  return Number(page.url().split('/').at(-1));
}

async function uploadSubtitle(
  page: Page,
  opener: string,
  language: string,
  file: SubtitleFile,
): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Subtitle' });
  await chooseOption(page, 'Language', language);
  await dialog.getByLabel('Subtitle file').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toBeHidden();
}

/** Finds the number of the next row with a mismatch, which may be the focused row; null after the last. */
async function nextMismatch(page: Page): Promise<number | null> {
  const noMoreMismatches = page.getByText('No more mismatches found.');
  const row = page.locator('[data-mismatch]:has(:focus)');
  if ((await row.count()) === 0) await page.keyboard.press('Control+m');
  await expect(row.or(noMoreMismatches).first()).toBeVisible();
  if (await noMoreMismatches.isVisible()) return null;
  const name = await row.locator('[data-field=mismatch]').getAttribute('aria-label');
  return Number(name?.match(/\d+/)?.[0]);
}

/** Deletes a row with the keyboard. A row without an original needs no confirmation. */
async function deleteRow(page: Page): Promise<void> {
  const segments = await editorPage(page).count();
  await page.keyboard.press('Alt+Delete');
  await expect.poll(editorPage(page).count).toBe(segments - 1);
  // The next row gets the focus.
  await expect(editorPage(page).rows.locator(':focus')).toHaveCount(1);
}

async function confirmRow(page: Page): Promise<void> {
  await page.keyboard.press('Alt+m');
  await page.keyboard.press('Control+s');
  await expect(editorPage(page).unsaved).toHaveCount(0);
}

/** Repairs all mismatches: deletes rows without an original, and confirms the others. Returns their number. */
async function repairAll(page: Page): Promise<number> {
  for (let repaired = 0; repaired < MAX_REPAIRS; repaired += 1) {
    const number = await nextMismatch(page);
    if (number === null) return repaired;
    if ((await editorPage(page).original(number).inputValue()) === '') await deleteRow(page);
    else await confirmRow(page);
  }
  throw new Error(`more than ${MAX_REPAIRS} mismatches`);
}

/** Replaces every letter of a revision with x, and applies the result. */
async function breakByRegex(page: Page): Promise<void> {
  await page
    .getByTestId('revision')
    .first()
    .getByRole('link', { name: /^Edit revision/ })
    .click();
  await page.getByRole('textbox', { name: 'Regex Pattern' }).fill('\\p{L}');
  await page.getByRole('textbox', { name: 'Replacement Text' }).fill('x');
  await page.getByRole('button', { name: 'Apply Regex' }).click();
  await expect(page.getByText(/changes accepted, not applied yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  await expect(page.getByText(/changes added/)).toBeVisible();
  await page.getByRole('button', { name: 'Save Edited Subtitle' }).click();
  await expect(page.getByText(/^Saved as revision #/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the revisions' }).click();
  await applyRevision(page, page.getByTestId('revision').filter({ hasText: 'Edited with a regex' }));
}

async function applyRevision(page: Page, revision: ReturnType<Page['locator']>): Promise<void> {
  await revision.getByRole('button', { name: /^Apply revision/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply Revision' });
  await expect(dialog.getByRole('region', { name: 'Differences' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText(/applied. The previous version is revision #/).last()).toBeVisible();
  await expect(dialog).toBeHidden();
}

const fetchTargets = async (admin: Api, videoId: number) =>
  (await fetchSegments(admin, videoId)).map(({ text_target }) => text_target);

test('a teacher creates a video from mismatched subtitles, repairs and breaks them, restores a revision, and publishes it', async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  const admin = await adminApi(server.url);
  await signIn(page, ADMIN);
  const videoId = await addDraft(page);
  await uploadSubtitle(page, 'Upload First Subtitle', 'English (Original)', await originalFile());
  await uploadSubtitle(page, 'Upload Subtitle', 'Spanish', await translationFile());
  await expect(page.getByText(/repaired or skipped/)).toHaveCount(0);
  const spanish = subtitleCard(page, 'Spanish');
  await spanish.getByRole('button', { name: 'Start Alignment' }).click();
  await expect(spanish).toContainText(/[1-9]\d* doubtful/);

  await spanish.getByRole('link', { name: 'Edit Subtitle' }).press('Enter');
  await expect(editorPage(page).rows.first()).toBeVisible();
  expect(await repairAll(page)).toBeGreaterThanOrEqual(ADVERTISEMENT.length);
  await expect(page.getByText('0 mismatches')).toBeVisible();
  await page.getByRole('button', { name: 'Save Revision' }).press('Enter');
  await page.keyboard.type('Repaired');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Subtitle revision saved successfully!')).toBeVisible();
  // Until the dialog has closed, it would receive the next key.
  await expect(page.getByRole('button', { name: 'Save Revision' })).toBeFocused();

  const repaired = await fetchTargets(admin, videoId);
  expect(repaired.join(' ')).toContain('Buenos días, señor Hill.');
  expect(repaired.join(' ')).not.toContain('Nubeclara');

  await page.getByRole('button', { name: 'Back to Video' }).press('Enter');
  await spanish.getByRole('link', { name: 'View Revisions' }).click();
  await breakByRegex(page);
  expect((await fetchTargets(admin, videoId)).join('')).not.toMatch(/[a-wyz]/i);
  await applyRevision(page, page.getByTestId('revision').filter({ hasText: 'Kept before another' }).first());
  expect(await fetchTargets(admin, videoId)).toEqual(repaired);

  await page.getByRole('link', { name: 'Back to the video' }).click();
  await publishVideo(page);
  const learner = await openBrowser();
  await signIn(learner);
  await learner.goto('/');
  await learner.getByRole('link', { name: TITLE }).click();
  await practicePage(learner).play.click();
  await expect(practicePage(learner).translation).toContainText('Buenos días, señor Hill.');
});
