import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addClip, adminApi, ENGLISH_CLIP, segmentsOf } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { cardFor } from './editor.ts';

const TITLE = 'Señor Hill’s cat';
/** First bytes of a zip file, such as an Anki deck. */
const ZIP = 'PK\u0003\u0004';

let videoId: number;
test.beforeEach(async ({ page, server, signIn }) => {
  videoId = await addClip(await adminApi(server.url), { ...ENGLISH_CLIP, title: TITLE });
  await signIn(page, ADMIN);
  await page.goto(`/video-manager/videos/${videoId}`);
});

/** Presses something, and returns the name and content of the file that the browser saves. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

const fromMenu = (page: Page, format: string, section = 0) =>
  saved(page, async () => {
    await cardFor(page, 'Spanish').getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: format, exact: true }).nth(section).click();
  });

test('aligned segments can be downloaded as subtitles and as tables', async ({ page }) => {
  const srt = await fromMenu(page, 'SRT');
  expect(srt.name).toMatch(/Señor Hill.+\.srt$/);
  expect(srt.content.toString()).toContain('Buenos días, señor Hill.');
  expect((await fromMenu(page, 'WebVTT')).content.toString()).toMatch(/^WEBVTT\n/);
  const both = (await fromMenu(page, 'Bilingual SRT')).content.toString();
  expect(both).toContain('Good morning, Mr. Hill.');
  expect(both).toContain('Buenos días, señor Hill.');
  expect((await fromMenu(page, 'CSV table')).content.toString()).toContain('text_target');
  expect((await fromMenu(page, 'Anki text (TSV)')).content.toString()).toContain('\t');
});

test('the original file, and all data of the video, can be downloaded', async ({ page }) => {
  const own = await fromMenu(page, 'SRT', 1);
  expect(own.content.toString()).toContain('¿Ha visto a mi gata?');
  const everything = await saved(page, () =>
    page.getByRole('button', { name: 'Download everything (.zip)' }).click(),
  );
  expect(everything.name).toMatch(/\.zip$/);
  expect(everything.content.toString('latin1', 0, 4)).toBe(ZIP);
});

test('an Anki deck is built while the page waits for it', async ({ page }) => {
  await cardFor(page, 'Spanish').getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'Anki deck (.apkg)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The Anki deck is ready.')).toBeVisible({ timeout: 60_000 });
  const deck = await saved(page, () =>
    dialog
      .getByRole('link', { name: 'Save the deck' })
      .or(dialog.getByRole('button', { name: 'Save the deck' }))
      .click(),
  );
  expect(deck.name).toMatch(/\.apkg$/);
  expect(deck.content.toString('latin1', 0, 4)).toBe(ZIP);
});

test('a table edited elsewhere can be imported, and the previous state is kept', async ({ page, server }) => {
  const table = (await fromMenu(page, 'CSV table')).content.toString();
  const buffer = Buffer.from(table.replace('Buenos días, señor Hill.', 'Muy buenas, señor Hill.'));
  const chooser = page.waitForEvent('filechooser');
  await cardFor(page, 'Spanish').getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles({ name: 'table.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(
    page.getByText(/Imported: 1 segment changed. The previous version is revision #\d+\./),
  ).toBeVisible();
  const [first] = await segmentsOf(await adminApi(server.url), videoId);
  expect(first?.text_target).toContain('Muy buenas, señor Hill.');
});
