import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors/app-error.ts';

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Paths that never respond with the web page. Of `/accounts/` only the sign-ins of providers are served, by routes. */
const NOT_PAGES = /^\/(?:api|media|downloads|health|assets|metrics)(?:\/|$)/;

/** A file's name, as a browser or a crawler asks for `/sw.js`. No page of ours has an extension. */
const FILE_NAME = /\.[a-z0-9]+$/i;

const SVG = 'image/svg+xml';

/** A `Link` header for the addresses that match a pattern. */
type Preload = { address: string; link: string };

/**
 * Reads the preload.json that the web app's build leaves. Returns the `Link` header for an address: the browser requests the
 * screen's files together with the page's own. Undefined for addresses without one.
 */
async function readPreloads(folder: string): Promise<(address: string) => string | undefined> {
  // A web app that was built without the list works too, only slower.
  const text = await readFile(path.join(folder, 'preload.json'), 'utf8').catch(() => '[]');
  const preloads = (JSON.parse(text) as Preload[]).map(({ address, link }) => ({
    pattern: new RegExp(address),
    link,
  }));
  return (address) => preloads.find(({ pattern }) => pattern.test(address))?.link;
}

/**
 * Serves the built web app: its files as they are, and its page for every other address that a browser may open.
 * Names under `assets/` carry a hash of their content and may be cached for ever.
 */
export async function installWebApp(app: FastifyInstance, folder = BUILT): Promise<void> {
  const isBuilt = await access(path.join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  const linkFor = isBuilt ? await readPreloads(folder) : () => undefined;
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // Its own route lists the file's folder with each request.
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
    // The one kind of text that the plug-in names no encoding for.
    app.addHook('onSend', (_, reply, payload, done) => {
      if (reply.getHeader('content-type') === SVG) reply.header('content-type', `${SVG}; charset=utf-8`);
      done(null, payload);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !NOT_PAGES.test(address) && !FILE_NAME.test(address);
    if (!isBuilt || !isPage) throw notFound();
    const link = linkFor(address);
    if (link) reply.header('link', link);
    return reply.sendFile('index.html');
  });
}
