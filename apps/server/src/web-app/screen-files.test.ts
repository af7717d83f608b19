import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PRACTICE } from './screen-files.ts';
import { installWebApp } from './serve-web-app.ts';

const FILES = {
  '_frame-1.js': { file: 'assets/frame-1.js', css: ['assets/frame-2.css'] },
  '_slider-3.js': { file: 'assets/slider-3.js', imports: ['_frame-1.js'], css: ['assets/slider-4.css'] },
  [PRACTICE.source]: { file: 'assets/practice-5.js', imports: ['_slider-3.js', '_frame-1.js'] },
};

/** Serves a web app that was built like that; answers what is told of an address beside its page. */
async function serve(files: object | undefined) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-web-'));
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await writeFile(path.join(folder, 'index.html'), 'the page');
  if (files) await writeFile(path.join(folder, 'files.json'), JSON.stringify(files));
  await installWebApp(app, folder);
  return async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    expect(statusCode).toBe(200);
    return headers.link;
  };
}

describe('the page of the practice screen', () => {
  it('names the script that it begins with, then the files of the screen, after those that they import', async () => {
    const linkOf = await serve(FILES);
    const link = [
      '</start.js>; rel=preload; as=script',
      '</assets/frame-1.js>; rel=modulepreload',
      '</assets/frame-2.css>; rel=preload; as=style; crossorigin',
      '</assets/slider-3.js>; rel=modulepreload',
      '</assets/slider-4.css>; rel=preload; as=style; crossorigin',
      '</assets/practice-5.js>; rel=modulepreload',
    ].join(', ');
    expect(await linkOf('/video/12')).toBe(link);
    expect(await linkOf('/video/12/?from=mail')).toBe(link);
  });

  it.each(['/', '/login', '/video/12/34', '/video-manager'])('is not that of %s', async (url) => {
    expect(await (await serve(FILES))(url)).toBeUndefined();
  });

  it('names none where the build left no list', async () => {
    expect(await (await serve(undefined))('/video/12')).toBeUndefined();
  });

  it('is where the web app has it', async () => {
    const file = fileURLToPath(new URL(`../../../web/${PRACTICE.source}`, import.meta.url));
    await expect(access(file)).resolves.toBeUndefined();
  });
});
