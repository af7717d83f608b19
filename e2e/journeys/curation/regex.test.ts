import type { Page } from '@playwright/test';
import { subtitles } from '@sayback/contract';
import { addClip, adminApi, ENGLISH_CLIP, fetchSubtitle } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

const FIRST = 'Buenos días, señor Hill.';

const regexPage = (page: Page) => ({
  pattern: page.getByRole('textbox', { name: 'Regex Pattern' }),
  replacement: page.getByRole('textbox', { name: 'Replacement Text' }),
  applyRegex: page.getByRole('button', { name: 'Apply Regex' }),
  applyChanges: page.getByRole('button', { name: 'Apply Changes' }),
  row: (text: string) => page.getByRole('row').filter({ hasText: text }),
});

let subtitleId: number;
let revisionId: number;
test.beforeEach(async ({ page, server, signIn }) => {
  const admin = await adminApi(server.url);
  const { id, alignment_id } = await fetchSubtitle(admin, await addClip(admin, ENGLISH_CLIP));
  subtitleId = id;
  const saved = await admin(subtitles.saveRevision, { params: { id: alignment_id }, body: { note: '' } });
  revisionId = saved.revision_id;
  await signIn(page, ADMIN);
});

test('the changes of a pattern are previewed, accepted individually, and saved in the draft', async ({
  page,
}) => {
  await page.goto(`/subtitles/${revisionId}/regex-edit`);
  const { pattern, replacement, applyRegex, applyChanges, row } = regexPage(page);
  await expect(row(FIRST)).toContainText('00:00:01 – 00:00:05');
  await pattern.fill('(?<=señor) Hill');
  await pattern.press('Enter');
  await expect(page.getByText(/“\(\?<=” at character 1 is a lookbehind/)).toBeVisible();

  await pattern.fill('(?<who>señor Hill|Biscuit)');
  await replacement.fill('*$<who>*');
  await applyRegex.click();
  await expect(row(FIRST).locator('del')).toContainText('señor Hill');
  await expect(row(FIRST).locator('ins')).toContainText('*señor Hill*');
  const lastCheckbox = page.getByRole('checkbox', { name: /^Accept the change/ }).last();
  await lastCheckbox.uncheck();
  await expect(page.getByText('Refused', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the revisions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await applyChanges.click();
  await expect(page.getByText(/added to the draft/)).toBeVisible();

  await page.reload();
  await expect(row(FIRST)).toContainText('Buenos días, *señor Hill*.');
  await expect(row(FIRST)).toContainText('Draft');
  await page.getByRole('button', { name: 'Reset Search' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(row(FIRST)).not.toContainText('*señor Hill*');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(FIRST)).toContainText('*señor Hill*');
});

test('a transformation is applied, its pattern is saved for reuse, and the result is stored as a file', async ({
  page,
}) => {
  await page.goto(`/subtitles/list/${subtitleId}`);
  const files = page.getByTestId('stored-file');
  await expect(files).toHaveCount(1);
  await files.getByRole('button', { name: 'Edit with Regex' }).click();
  await expect(page).toHaveURL(/\/subtitles\/\d+\/regex-edit$/);
  const { pattern, replacement, applyRegex, row } = regexPage(page);
  await pattern.fill('HILL');
  await page.getByLabel('Ignore case').check();
  await page.getByRole('combobox', { name: 'Transformation' }).click();
  await page.getByRole('option', { name: 'Convert to UPPERCASE' }).click();
  await expect(replacement).toBeDisabled();
  await page.getByRole('button', { name: 'Saved patterns' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Shout Hill');
  await page.getByRole('button', { name: 'Save the pattern' }).click();
  await expect(page.getByRole('button', { name: 'Use Shout Hill' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await page.getByRole('button', { name: 'Saved patterns' }).click();
  await page.getByRole('button', { name: 'Use Shout Hill' }).click();
  await applyRegex.click();
  await expect(row(FIRST).locator('ins')).toContainText('HILL');
  await page.getByRole('button', { name: 'Save Edited Subtitle' }).click();
  await page.getByRole('button', { name: 'View Revisions' }).click();
  await expect(page.getByTestId('revision').filter({ hasText: 'Edited with a regex' })).toHaveCount(1);
  await page.goto(`/subtitles/list/${subtitleId}`);
  await expect(files).toHaveCount(2);
});
