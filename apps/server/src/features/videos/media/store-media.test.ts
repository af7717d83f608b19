import { Readable } from 'node:stream';
import { videos } from '@sayback/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPresigner } from '../../../platform/storage/open-storage.ts';
import { createPresign } from '../../../platform/storage/s3-presign.ts';
import { deriveKey } from '../../../secret.ts';
import { catchError } from '../../../testing/catch-error.ts';
import { signIn } from '../../../testing/client.ts';
import { startS3Server } from '../../../testing/doubles/s3-server.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addLines, addVideo, hostClip } from '../../../testing/library.ts';
import { startMediaCache } from '../../../testing/processes/media-cache.ts';
import { ensureNginx } from '../../../testing/processes/nginx.ts';
import { withServer } from '../../../testing/with-server.ts';
import { mediaSigner } from './signed-media.ts';

const store = await startS3Server();
const publicUrl = `${store.settings.endpoint}/${store.settings.bucket}`;
const { server, admin } = await withServer({ ...store.environment, S3_PUBLIC_URL: publicUrl });
const learner = await signIn(server);
const MEDIA = silentMp3();

async function addHosted() {
  const { id } = await addVideo(admin, { youtube_id: null, published: true });
  await hostClip(admin, MEDIA, id);
  await addLines(server.context.db);
  return { id, url: (await learner.call(videos.getVideo, { params: { id } })).media_url ?? '' };
}

describe('media of a store with a public URL', () => {
  it('are loaded from the store, whole and in ranges, with their type', async () => {
    const { url } = await addHosted();
    expect(url.startsWith(`${publicUrl}/videos/`)).toBe(true);
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(whole.headers.get('content-disposition')).toBe('inline');
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(MEDIA);
    const range = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 10-19/${MEDIA.length}`]);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(MEDIA.subarray(10, 20));
  });

  it('are allowed by the content security policy, but not as scripts', async () => {
    const policy = String(
      (await server.app.inject({ url: '/api/health/' })).headers['content-security-policy'],
    );
    const sources = Object.fromEntries(policy.split(';').map((part) => [part.split(' ')[0], part]));
    for (const name of ['media-src', 'img-src', 'connect-src']) {
      expect(sources[name]).toContain(` ${store.settings.endpoint}`);
    }
    expect(sources['script-src']).not.toContain(store.settings.endpoint);
  });

  it('have URLs that are only valid for their object', async () => {
    const [a, b] = [await addHosted(), await addHosted()];
    const parsePath = (url: string) => new URL(url).pathname;
    const forged = [
      a.url.replace(parsePath(a.url), parsePath(b.url)),
      a.url.replace('inline', 'attachment'),
      a.url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
    ];
    for (const url of forged) expect((await fetch(url)).status, url).toBe(403);
  });

  it('have URLs that expire within 75 minutes, and none for a closed video', async () => {
    const { id, url } = await addHosted();
    const key = new URL(url).pathname.slice(`/${store.settings.bucket}/`.length);
    const createSigner = (ageMs: number) =>
      mediaSigner(deriveKey('x'.repeat(32), 'media'), {
        now: () => Date.now() - ageMs,
        presign: createPresign(store.settings, publicUrl),
      });
    const MINUTE_MS = 60_000;
    expect((await fetch(createSigner(59 * MINUTE_MS).getUrl(key, true) ?? '')).status).toBe(200);
    expect((await fetch(createSigner(76 * MINUTE_MS).getUrl(key, true) ?? '')).status).toBe(403);
    await admin.call(videos.updateVideo, { params: { id }, body: { published: false } });
    expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(404);
  });
});

describe('a server start with a public URL of the bucket', () => {
  const checkPublicUrl = async (change: Partial<typeof store.settings>, url = publicUrl) => {
    const logged: string[] = [];
    await openPresigner({ s3: { ...store.settings, ...change }, s3PublicUrl: url }, (message) =>
      logged.push(message),
    );
    return logged;
  };

  it('succeeds if the store accepts the URL, or is down', async () => {
    expect(await checkPublicUrl({})).toEqual([]);
    expect(await checkPublicUrl({}, 'http://127.0.0.1:1/media')).toEqual([
      expect.stringContaining('does not respond'),
    ]);
    onTestFinished(() => store.fail(null));
    store.fail({ status: 503, code: 'SlowDown' });
    expect(await checkPublicUrl({})).toEqual([expect.stringContaining('SlowDown')]);
  });

  it('fails if the store rejects the URL', async () => {
    expect(await catchError(checkPublicUrl({ secretAccessKey: 'other' }))).toMatchObject({
      message: expect.stringMatching(/^S3_PUBLIC_URL: .* SignatureDoesNotMatch/),
    });
    expect(await catchError(checkPublicUrl({}, `${store.settings.endpoint}/other`))).toMatchObject({
      message: expect.stringMatching(/^S3_PUBLIC_URL: /),
    });
  });
});

describe.skipIf(!(await ensureNginx()))('the nginx cache of deploy/', () => {
  it('serves cached media only with a signature that the store accepts', async () => {
    // Not a video's file, which jobs would also request from the store.
    const key = 'cached/clip.mp3';
    await server.context.storage.put(key, Readable.from([MEDIA]));
    const cache = await startMediaCache(store.settings.endpoint);
    onTestFinished(cache.stop);
    const signUrl = (ageMs: number, response = {}) =>
      createPresign(store.settings, `${cache.url}/${store.settings.bucket}`)(key, {
        signedAt: new Date(Date.now() - ageMs),
        seconds: 3600,
        response,
      });
    const first = await fetch(signUrl(0));
    expect([first.status, first.headers.get('x-cache')]).toEqual([200, 'MISS']);
    expect(Buffer.from(await first.arrayBuffer())).toEqual(MEDIA);
    store.requests.length = 0;
    const again = await fetch(signUrl(900_000), { headers: { range: 'bytes=5-9' } });
    expect([again.status, again.headers.get('x-cache')]).toEqual([206, 'HIT']);
    expect(Buffer.from(await again.arrayBuffer())).toEqual(MEDIA.subarray(5, 10));
    // The cache only sends the store a request to check the signature.
    expect(store.requests.filter((request) => request.endsWith(key))).toEqual([
      `GET /${store.settings.bucket}/${key}`,
    ]);
    for (const refused of [
      signUrl(3_700_000),
      signUrl(0).replace('X-Amz-Expires=3600', 'X-Amz-Expires=9999'),
    ]) {
      expect((await fetch(refused)).status).toBe(403);
    }
  });

  it('forwards parts of uploads to the store, and sends one origin to pages', async () => {
    const { storage } = server.context;
    const cache = await startMediaCache(store.settings.endpoint);
    onTestFinished(cache.stop);
    const key = 'cached/parts.mp3';
    const upload = (await storage.parts?.begin(key)) ?? '';
    const sign = createPresign(store.settings, `${cache.url}/${store.settings.bucket}`);
    const signed = { signedAt: new Date(), seconds: 3600 };
    const part = sign(key, { ...signed, part: { upload, number: 1 } });
    const origin = 'https://sayback.example.org';
    const preflight = await fetch(part, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    // More than nginx's default maximum of 1 MiB.
    const body = Buffer.alloc(6 * 1024 * 1024, 'sound');
    expect((await fetch(part, { method: 'PUT', body, headers: { origin } })).status).toBe(200);
    expect((await fetch(part.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body })).status).toBe(
      403,
    );
    expect(await storage.parts?.finish(key, upload, body.length)).toBe(true);
    const response = await fetch(sign(key, signed), { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(body.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    expect((await fetch(sign(key, signed), { method: 'DELETE' })).status).toBe(403);
  });
});
