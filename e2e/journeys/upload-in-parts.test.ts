import { readFile } from 'node:fs/promises';
import { videos } from '@sayback/contract';
import { startS3Server } from '../../apps/server/src/testing/doubles/s3-server.ts';
import { adminApi, clipFile, ENGLISH_CLIP } from '../support/api.ts';
import { ADMIN, startSayback } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

/** Three parts: two of 16 MiB, and the rest. */
const PADDING = 33 * 1024 * 1024;
const CUTS = 3;

test('a large file goes from the browser straight to the store, however often the connection breaks', async ({
  page,
}) => {
  const store = await startS3Server();
  const publicUrl = `${store.settings.endpoint}/${store.settings.bucket}`;
  const server = await startSayback({ ...store.environment, S3_PUBLIC_URL: publicUrl });
  try {
    await page.goto(`${server.url}/login`);
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('link', { name: 'Video Manager' }).click();
    await page.getByRole('button', { name: 'Add Video' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Video' });
    await dialog.getByLabel('Title').fill('A long film');
    await dialog.getByLabel('Description').fill('It takes its time.');
    await dialog.getByText('Upload a file').click();
    const clip = await readFile(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'));
    const film = Buffer.concat([clip, Buffer.alloc(PADDING)]);
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film });
    await page.getByRole('combobox', { name: 'Original Language' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    store.cutParts(CUTS);
    const uploaded: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') uploaded.push(`${request.method()} ${new URL(request.url()).origin}`);
    });
    const added = expect(page.getByText('Video added.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await added;
    expect(store.cutsLeft()).toBe(0);
    // Chromium itself resends some of those whose connection broke.
    const sent = uploaded.filter((one) => one === `PUT ${store.settings.endpoint}`);
    expect(sent.length).toBeGreaterThanOrEqual(3);
    const [video] = await (await adminApi(server.url))(videos.listManagedVideos, {});
    const stored = await fetch(video?.media_url ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(film)).toBe(true);
  } finally {
    await server.stop();
    await store.close();
  }
});
