import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors/app-error.ts';
import { ownFile } from '../own-files.ts';

const BUILT = ownFile('../web/dist');

/** Paths that never get the page. `/accounts/` isn't one: except for the routes of sign-ins with providers, it gets the page. */
const NOT_PAGES = /^\/(?:api|media|downloads|health|assets|metrics)(?:\/|$)/;

/** A file name, such as `/sw.js`. The URLs of pages have no extension. */
const FILE_NAME = /\.[a-z0-9]+$/i;

const SVG = 'image/svg+xml';

/** A `Link` header for URLs that match a pattern. */
type Preload = { address: string; link: string };

/**
 * Reads the web build's preload.json. Returns a function that gets a URL's `Link` header, with which the browser requests the
 * screen's files together with the page.
 */
async function readPreloads(folder: string): Promise<(address: string) => string | undefined> {
  // Without the list the web app works, but is slower.
  const text = await readFile(path.join(folder, 'preload.json'), 'utf8').catch(() => '[]');
  const preloads = (JSON.parse(text) as Preload[]).map(({ address, link }) => ({
    pattern: new RegExp(address),
    link,
  }));
  return (address) => preloads.find(({ pattern }) => pattern.test(address))?.link;
}

/**
 * Serves the built web app: its files, and its page for all other URLs that a browser may open. Files under `assets/` are cached
 * forever, because their names contain a hash of the content.
 */
export async function installWebApp(app: FastifyInstance, folder = BUILT): Promise<void> {
  const isBuilt = await access(path.join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  const getLink = isBuilt ? await readPreloads(folder) : () => undefined;
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // The plug-in's own route would list the folder for each request.
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const name = request.params['*'];
      return FILE_NAME.test(name) ? reply.sendFile(name) : reply.callNotFound();
    });
    // The only text type for which the plug-in sets no charset.
    app.addHook('onSend', (_, reply, payload, done) => {
      if (reply.getHeader('content-type') === SVG) reply.header('content-type', `${SVG}; charset=utf-8`);
      done(null, payload);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !NOT_PAGES.test(url) && !FILE_NAME.test(url);
    if (!isBuilt || !isPage) throw notFound();
    const link = getLink(url);
    if (link) reply.header('link', link);
    return reply.sendFile('index.html');
  });
}
