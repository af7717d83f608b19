import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installWebApp } from './serve-web-app.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-web-'));
  await writeFile(path.join(folder, 'index.html'), 'the page');
  app = Fastify();
  await installWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('an unknown URL', () => {
  it.each(['/', '/nowhere', '/accounts', '/accounts/', '/accounts/foo', '/accounts/school/login/x'])(
    '%s gets the page, which has its own “not found” page',
    async (url) => {
      expect(await app.inject({ url })).toMatchObject({ statusCode: 200, body: 'the page' });
    },
  );

  it.each(['/api', '/api/nowhere/', '/media/x', '/downloads/x', '/health/x', '/assets/x.js', '/metrics/x'])(
    '%s is a 404',
    async (url) => {
      expect((await app.inject({ url })).statusCode).toBe(404);
    },
  );

  it.each(['/sw.js', '/robots.txt', '/favicon.ico', '/nowhere/picture.PNG?v=2'])(
    '%s is a 404 if there is no such file',
    async (url) => {
      expect((await app.inject({ url })).statusCode).toBe(404);
    },
  );

  it('is a 404 for requests that browsers don’t make for pages', async () => {
    expect((await app.inject({ method: 'POST', url: '/accounts/foo' })).statusCode).toBe(404);
  });
});

describe('files requested by browsers and crawlers', () => {
  const PUBLIC = path.join(import.meta.dirname, '../../../web/public');
  let app: FastifyInstance;
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sayback-web-'));
    await cp(PUBLIC, folder, { recursive: true });
    await writeFile(path.join(folder, 'index.html'), 'the page');
    app = Fastify();
    await installWebApp(app, folder);
    return async () => {
      await app.close();
      await rm(folder, { recursive: true });
    };
  });

  it.each([
    ['/robots.txt', 'text/plain'],
    ['/favicon.ico', 'image/'],
    ['/touch-icon.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s is served as %s', async (url, type) => {
    const { statusCode, headers } = await app.inject({ url });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain(type);
  });

  it('include every icon named by the manifest and the page', async () => {
    const page = await readFile(path.join(PUBLIC, '../index.html'), 'utf8');
    const { icons } = (await app.inject({ url: '/manifest.webmanifest' })).json<{
      icons: { src: string }[];
    }>();
    const linked = [...page.matchAll(/rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(linked).toContain('/touch-icon.png');
    for (const url of [...icons.map(({ src }) => src), ...linked]) {
      expect((await app.inject({ url: url ?? '' })).statusCode, url).toBe(200);
    }
  });
});

const LINK = '</start.js>; rel=preload; as=script, </assets/practice-5.js>; rel=modulepreload';
const PRELOADS = [{ address: '^/video/([1-9][0-9]*)/?$', link: LINK }];

/** Serves a web app with the preloads. Returns a function that gets a page's `Link` header. */
async function serve(preloads: object | undefined) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-web-'));
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await writeFile(path.join(folder, 'index.html'), 'the page');
  if (preloads) await writeFile(path.join(folder, 'preload.json'), JSON.stringify(preloads));
  await installWebApp(app, folder);
  return async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    expect(statusCode).toBe(200);
    return headers.link;
  };
}

describe('a page’s Link header', () => {
  it.each(['/video/12', '/video/12/?from=mail'])('is sent with %s, which matches a pattern', async (url) => {
    expect(await (await serve(PRELOADS))(url)).toBe(LINK);
  });

  it.each(['/', '/login', '/video/12/34', '/video-manager'])('isn’t sent with %s', async (url) => {
    expect(await (await serve(PRELOADS))(url)).toBeUndefined();
  });

  it('isn’t sent if the build has no preload.json', async () => {
    expect(await (await serve(undefined))('/video/12')).toBeUndefined();
  });
});
