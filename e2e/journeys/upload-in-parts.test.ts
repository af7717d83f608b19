import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { videos } from '@sayback/contract';
import { startS3Server } from '../../apps/server/src/testing/doubles/s3-server.ts';
import { adminApi, clipFile, ENGLISH_CLIP } from '../support/api.ts';
import { ADMIN, type SaybackServer, startSayback } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const MIB = 1024 * 1024;
const PART = 16 * MIB;
const CUTS = 3;

type Store = Awaited<ReturnType<typeof startS3Server>>;

/** A playable film that is sent in that number of parts. */
async function makeFilm(parts: number): Promise<Buffer> {
  const clip = await readFile(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'));
  return Buffer.concat([clip, Buffer.alloc((parts - 1) * PART + MIB - clip.length)]);
}

/** A server whose browsers send media straight to an S3 store. */
async function withStore(run: (store: Store, server: SaybackServer) => Promise<void>): Promise<void> {
  const store = await startS3Server();
  const publicUrl = `${store.settings.endpoint}/${store.settings.bucket}`;
  const server = await startSayback({ ...store.environment, S3_PUBLIC_URL: publicUrl });
  try {
    await run(store, server);
  } finally {
    await server.stop();
    await store.close();
  }
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
}

async function expectStored(server: SaybackServer, film: Buffer): Promise<void> {
  const [video] = await (await adminApi(server.url))(videos.listManagedVideos, {});
  const stored = await fetch(video?.media_url ?? '');
  expect(Buffer.from(await stored.arrayBuffer()).equals(film)).toBe(true);
}

test('a large file goes from the browser straight to the store, however often the connection breaks', async ({
  page,
}) => {
  await withStore(async (store, server) => {
    await logIn(page, server.url);
    await page.getByRole('link', { name: 'Video Manager' }).click();
    await page.getByRole('button', { name: 'Add Video' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Video' });
    await dialog.getByLabel('Title').fill('A long film');
    await dialog.getByLabel('Description').fill('It takes its time.');
    await dialog.getByText('Upload a file').click();
    const film = await makeFilm(3);
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
    const sent = uploaded.filter((file) => file === `PUT ${store.settings.endpoint}`);
    expect(sent.length).toBeGreaterThanOrEqual(3);
    await expectStored(server, film);
  });
});

test('an upload continues after the page was reloaded, with the parts that the store doesn’t have', async ({
  page,
}) => {
  test.slow();
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-film-'));
  await withStore(async (_, server) => {
    const film = await makeFilm(5);
    const file = path.join(folder, 'film.mp4');
    await writeFile(file, film);
    const body = { title: 'A long film', description: 'It takes its time.', original_language: 'en' };
    const { id } = await (await adminApi(server.url))(videos.createVideo, { body });
    await logIn(page, server.url);
    await page.getByRole('link', { name: 'Video Manager' }).waitFor();
    await page.goto(`${server.url}/video-manager/videos/${id}`);

    const isPart = (url: URL) => url.searchParams.has('partNumber');
    const parts: number[] = [];
    // The first three arrive; the others are never answered.
    await page.route(isPart, (route) => {
      const part = Number(new URL(route.request().url()).searchParams.get('partNumber'));
      return part <= 3 ? route.continue() : undefined;
    });
    const choose = () => page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload media file' }).waitFor();
    await choose();
    // The browser reads a picture from the film first, which may take 20 s.
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const key = Object.keys(localStorage).find((name) => name.includes(':upload:')) ?? '';
            return JSON.parse(localStorage.getItem(key) ?? '{}').sent?.length;
          }),
        { timeout: 180_000 },
      )
      .toBe(3);
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText('The upload of film.mp4 stopped at 60%.')).toBeVisible();

    await page.unroute(isPart);
    page.on('request', (request) => {
      const part = new URL(request.url()).searchParams.get('partNumber');
      if (part && request.method() === 'PUT') parts.push(Number(part));
    });
    await choose();
    await expect(page.getByText('Media file uploaded.')).toBeVisible();
    expect(parts.sort()).toEqual([4, 5]);
    await expect(page.getByText('The upload of film.mp4 stopped')).toBeHidden();
    await expectStored(server, film);
  }).finally(() => rm(folder, { recursive: true, force: true }));
});
