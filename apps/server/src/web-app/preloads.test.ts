import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { installWebApp } from './serve-web-app.ts';

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

  it.each(['/', '/login', '/video/12/34', '/video-manager'])('is not sent with %s', async (url) => {
    expect(await (await serve(PRELOADS))(url)).toBeUndefined();
  });

  it('isn’t sent if the build has no list', async () => {
    expect(await (await serve(undefined))('/video/12')).toBeUndefined();
  });
});
