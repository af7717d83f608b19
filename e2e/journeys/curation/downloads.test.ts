import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addClip, adminApi, ENGLISH_CLIP, fetchSegments } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { subtitleCard } from './editor.ts';

const TITLE = 'Señor Hill’s cat';
/** The first bytes of a zip file, such as an Anki deck. */
const ZIP = 'PK\u0003\u0004';

let videoId: number;
test.beforeEach(async ({ page, server, signIn }) => {
  videoId = await addClip(await adminApi(server.url), { ...ENGLISH_CLIP, title: TITLE });
  await signIn(page, ADMIN);
  await page.goto(`/video-manager/videos/${videoId}`);
});

/** Returns the name and content of the file that the browser downloads after this action. */
async function downloadBy(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

const downloadFromMenu = (page: Page, format: string, section = 0) =>
  downloadBy(page, async () => {
    await subtitleCard(page, 'Spanish').getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: format, exact: true }).nth(section).click();
  });

test('aligned segments can be downloaded as subtitles and as tables', async ({ page }) => {
  const srt = await downloadFromMenu(page, 'SRT');
  expect(srt.name).toMatch(/Señor Hill.+\.srt$/);
  expect(srt.content.toString()).toContain('Buenos días, señor Hill.');
  expect((await downloadFromMenu(page, 'WebVTT')).content.toString()).toMatch(/^WEBVTT\n/);
  const bilingual = (await downloadFromMenu(page, 'Bilingual SRT')).content.toString();
  expect(bilingual).toContain('Good morning, Mr. Hill.');
  expect(bilingual).toContain('Buenos días, señor Hill.');
  expect((await downloadFromMenu(page, 'CSV table')).content.toString()).toContain('text_target');
  expect((await downloadFromMenu(page, 'Anki text (TSV)')).content.toString()).toContain('\t');
});

test('the original file, and all data of the video, can be downloaded', async ({ page }) => {
  const original = await downloadFromMenu(page, 'SRT', 1);
  expect(original.content.toString()).toContain('¿Ha visto a mi gata?');
  const archive = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download everything (.zip)' }).click(),
  );
  expect(archive.name).toMatch(/\.zip$/);
  expect(archive.content.toString('latin1', 0, 4)).toBe(ZIP);
});

test('an Anki deck can be downloaded once it is built', async ({ page }) => {
  await subtitleCard(page, 'Spanish').getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'Anki deck (.apkg)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The Anki deck is ready.')).toBeVisible({ timeout: 60_000 });
  const deck = await downloadBy(page, () =>
    dialog
      .getByRole('link', { name: 'Save the deck' })
      .or(dialog.getByRole('button', { name: 'Save the deck' }))
      .click(),
  );
  expect(deck.name).toMatch(/\.apkg$/);
  expect(deck.content.toString('latin1', 0, 4)).toBe(ZIP);
});

test('a table edited elsewhere can be imported, and the previous version is saved as a revision', async ({
  page,
  server,
}) => {
  const table = (await downloadFromMenu(page, 'CSV table')).content.toString();
  const buffer = Buffer.from(table.replace('Buenos días, señor Hill.', 'Muy buenas, señor Hill.'));
  const chooser = page.waitForEvent('filechooser');
  await subtitleCard(page, 'Spanish').getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles({ name: 'table.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(
    page.getByText(/Imported: 1 segment changed. The previous version is revision #\d+\./),
  ).toBeVisible();
  const [first] = await fetchSegments(await adminApi(server.url), videoId);
  expect(first?.text_target).toContain('Muy buenas, señor Hill.');
});
