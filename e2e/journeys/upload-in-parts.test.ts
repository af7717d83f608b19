import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { videos } from '@sayback/contract';
import { startS3Server } from '../../apps/server/src/testing/doubles/s3-server.ts';
import { adminApi, clipFile, ENGLISH_CLIP } from '../support/api.ts';
import { ADMIN, type SaybackServer, startSayback } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';
import { logIn } from './accounts/forms.ts';

const MIB = 1024 * 1024;
const PART_SIZE = 16 * MIB;
const CUT_COUNT = 3;

type Store = Awaited<ReturnType<typeof startS3Server>>;

/** Creates a playable film that is uploaded in this number of parts. */
async function createFilm(parts: number): Promise<Buffer> {
  const clip = await readFile(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'));
  return Buffer.concat([clip, Buffer.alloc((parts - 1) * PART_SIZE + MIB - clip.length)]);
}

/** Starts an S3 store, and a server whose users upload media directly to it. */
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

async function expectStored(server: SaybackServer, film: Buffer): Promise<void> {
  const [video] = await (await adminApi(server.url))(videos.listManagedVideos, {});
  const stored = await fetch(video?.media_url ?? '');
  expect(Buffer.from(await stored.arrayBuffer()).equals(film)).toBe(true);
}

test('a large file is uploaded directly to the store, even if the connection breaks several times', async ({
  page,
}) => {
  await withStore(async (store, server) => {
    await page.goto(`${server.url}/login`);
    await logIn(page, ADMIN);
    await page.getByRole('link', { name: 'Video Manager' }).click();
    await page.getByRole('button', { name: 'Add Video' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Video' });
    await dialog.getByLabel('Title').fill('A long film');
    await dialog.getByLabel('Description').fill('It takes its time.');
    await dialog.getByText('Upload a file').click();
    const film = await createFilm(3);
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film });
    await page.getByRole('combobox', { name: 'Original Language' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    store.interruptParts(CUT_COUNT);
    const uploaded: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') uploaded.push(`${request.method()} ${new URL(request.url()).origin}`);
    });
    const added = expect(page.getByText('Video added.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await added;
    expect(store.interruptionsLeft()).toBe(0);
    // Chromium also resends some interrupted requests.
    const sent = uploaded.filter((file) => file === `PUT ${store.settings.endpoint}`);
    expect(sent.length).toBeGreaterThanOrEqual(3);
    await expectStored(server, film);
  });
});

test('an upload resumes after a reload with the parts that the store doesn’t have', async ({ page }) => {
  test.slow();
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-film-'));
  await withStore(async (_, server) => {
    const film = await createFilm(5);
    const file = path.join(folder, 'film.mp4');
    await writeFile(file, film);
    const body = { title: 'A long film', description: 'It takes its time.', original_language: 'en' };
    const { id } = await (await adminApi(server.url))(videos.createVideo, { body });
    await page.goto(`${server.url}/login`);
    await logIn(page, ADMIN);
    await page.getByRole('link', { name: 'Video Manager' }).waitFor();
    await page.goto(`${server.url}/video-manager/videos/${id}`);

    const isPartUrl = (url: URL) => url.searchParams.has('partNumber');
    const parts: number[] = [];
    // Only the first three parts reach the store.
    await page.route(isPartUrl, (route) => {
      const part = Number(new URL(route.request().url()).searchParams.get('partNumber'));
      return part <= 3 ? route.continue() : undefined;
    });
    const chooseFile = () => page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload media file' }).waitFor();
    await chooseFile();
    // First the browser extracts a picture from the film, which may take 20 s.
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

    await page.unroute(isPartUrl);
    page.on('request', (request) => {
      const part = new URL(request.url()).searchParams.get('partNumber');
      if (part && request.method() === 'PUT') parts.push(Number(part));
    });
    await chooseFile();
    await expect(page.getByText('Media file uploaded.')).toBeVisible();
    expect(parts.sort()).toEqual([4, 5]);
    await expect(page.getByText('The upload of film.mp4 stopped')).toBeHidden();
    await expectStored(server, film);
  }).finally(() => rm(folder, { recursive: true, force: true }));
});
