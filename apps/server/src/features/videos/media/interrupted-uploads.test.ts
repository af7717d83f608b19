import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findProber } from '../../../platform/media/probe.ts';
import { openFolderStorage } from '../../../platform/storage/folder-storage.ts';
import { buildForm, signIn } from '../../../testing/client.ts';
import { type S3Server, startS3Server } from '../../../testing/doubles/s3-server.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addVideo } from '../../../testing/library.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const MIB = 1024 * 1024;
const LARGE = Buffer.concat([silentMp3(), Buffer.alloc(12 * MIB)]);

type Admin = Awaited<ReturnType<typeof signIn>>;
const buildMediaForm = (bytes: Uint8Array) => buildForm({}, { media_file: { name: 'a.mp3', bytes } });
const largeForm = buildMediaForm(LARGE);
/** Adapters that create no thumbnails and speech profiles, which would be stored too. */
const adapters = { frames: { extractFrame: async () => null }, sound: null };

async function buildRequest({ app }: TestApp, { token }: Admin, id: number, bytes: Uint8Array) {
  const { body, headers } = await (bytes === LARGE ? largeForm : buildMediaForm(bytes));
  const { port } = app.server.address() as AddressInfo;
  const path = videos.uploadMedia.path.replace('{id}', String(id));
  const sent = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    ...headers,
    'content-length': String(body.length),
  };
  return { port, path, body, headers: sent };
}

type Interruption = { id: number; part: number; arrived: () => Promise<void> };

/** Sends part of an upload's body on a raw socket, and breaks the connection once the part has arrived. */
async function interrupt(server: TestApp, admin: Admin, { id, part, arrived }: Interruption): Promise<void> {
  const { port, path, body, headers } = await buildRequest(server, admin, id, LARGE);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(port, '127.0.0.1');
  const requestStarted = new Promise<void>((resolve) => server.app.server.once('request', () => resolve()));
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await requestStarted;
  await new Promise((resolve) => socket.write(body.subarray(0, Math.floor(body.length * part)), resolve));
  await arrived();
  socket.destroy();
}

/** Sends an upload over a raw connection. Returns the response, even if it is early. */
async function send(server: TestApp, admin: Admin, id: number, bytes: Uint8Array) {
  const { port, path, body, headers } = await buildRequest(server, admin, id, bytes);
  return new Promise<{ status: number; detail?: string }>((resolve, reject) => {
    const upload = httpRequest({ port, path, headers, method: 'POST' }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, ...JSON.parse(Buffer.concat(chunks).toString()) });
    });
    upload.on('error', reject);
    upload.end(body);
  });
}

const listFiles = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

let store: S3Server;
const servers: Partial<Record<'a folder' | 'an S3 store', TestApp>> = {};
beforeAll(async () => {
  store = await startS3Server();
  servers['a folder'] = await startApp({}, [], adapters);
  servers['an S3 store'] = await startApp({ ...store.environment, LOG_LEVEL: 'silent' }, [], adapters);
  for (const { app } of Object.values(servers)) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  await store.close();
});

// The folder has a file after the first tenth; the store gets nothing before a part of 8 MiB is complete.
const KINDS = [
  ['a folder', 1],
  ['an S3 store', 8],
] as const;

describe.each(KINDS)('an interrupted upload into %s', (kind, firstVisibleTenth) => {
  it('changes nothing and leaves no files after any tenth of its length, and the next upload succeeds', async () => {
    const server = servers[kind] as TestApp;
    const admin = await signIn(server, 'admin');
    const { id } = await addVideo(admin, { youtube_id: null });
    expect((await send(server, admin, id, silentMp3())).status).toBe(201);
    const listStored = async () =>
      kind === 'a folder'
        ? listFiles(path.join(server.dataDir, 'media'))
        : [...(await store.keys()), ...(await store.unfinished())];
    const readRow = async () =>
      (await server.context.db.execute(sql`select * from videos where id = ${id}`)).rows;
    const [before, row] = [await listStored(), await readRow()];
    expect(before).toHaveLength(1);

    for (let tenth = 0; tenth < 10; tenth += 1) {
      const arrived = async () => {
        if (tenth >= firstVisibleTenth) await expect.poll(listStored, { interval: 10 }).not.toEqual(before);
      };
      await interrupt(server, admin, { id, part: tenth / 10, arrived });
      await expect.poll(listStored, { interval: 10 }).toEqual(before);
      expect(await readRow()).toEqual(row);
    }

    expect((await send(server, admin, id, LARGE)).status).toBe(201);
    // The other file is the replaced one, in the trash.
    expect(await listStored()).toHaveLength(2);
    expect(await listStored()).toEqual(expect.arrayContaining(before));
    const { media_url } = await admin.call(videos.getVideo, { params: { id } });
    const played = await server.app.inject({ url: media_url ?? '', headers: { range: 'bytes=-10' } });
    expect(played.headers['content-range']).toContain(`/${LARGE.length}`);
  });
});

describe('an upload that the store refuses', () => {
  it('gets an error response before it was sent completely', async () => {
    const server = servers['an S3 store'] as TestApp;
    const admin = await signIn(server, 'admin');
    const { id } = await addVideo(admin, { youtube_id: null });
    store.fail({ status: 507, code: 'InsufficientStorage', methods: ['PUT'] });
    const response = await send(server, admin, id, LARGE);
    store.fail(null);
    expect(response).toMatchObject({ status: 503, detail: expect.stringContaining('no space left') });
  });
});

const MOUNT = '/usr/bin/mount';
const UMOUNT = '/usr/bin/umount';

/** Mounts a file system of 4 MiB on a folder; returns false if this machine doesn't allow it. */
function mountSmallDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('an upload into a folder whose disk is full', () => {
  it('gets a 503 and leaves no files, and the video still plays', async ({ skip }) => {
    const first = servers['a folder'] as TestApp;
    const folder = path.join(first.dataDir, 'small');
    await mkdir(folder);
    if (!mountSmallDisk(folder)) skip('needs root, to mount a small file system');
    // Runs after the server is closed, even if the test times out. A lazy unmount, since files may still be open.
    onTestFinished(() => void execFileSync(UMOUNT, ['-l', folder]));
    const storage = await openFolderStorage(folder);
    const server = await startApp({ LOG_LEVEL: 'silent' }, [], {
      storage,
      prober: await findProber(storage),
      ...adapters,
    });
    onTestFinished(server.close);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const admin = await signIn(server, 'admin');
    const { id } = await addVideo(admin, { youtube_id: null });
    expect((await send(server, admin, id, silentMp3())).status).toBe(201);
    const before = await listFiles(folder);
    expect(await send(server, admin, id, LARGE)).toMatchObject({
      status: 503,
      detail: expect.stringMatching(/no space left.*not saved/),
    });
    expect(await listFiles(folder)).toEqual(before);
    const { media_url } = await admin.call(videos.getVideo, { params: { id } });
    expect((await server.app.inject({ url: media_url ?? '' })).rawPayload.equals(silentMp3())).toBe(true);
    expect((await send(server, admin, id, LARGE.subarray(0, MIB))).status).toBe(201);
  });
});
