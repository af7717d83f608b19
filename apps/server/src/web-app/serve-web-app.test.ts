import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('an address that nothing is served at', () => {
  it.each(['/', '/nowhere', '/accounts', '/accounts/', '/accounts/foo', '/accounts/school/login/x'])(
    '%s is answered with the page, which says what it finds',
    async (url) => {
      expect(await app.inject({ url })).toMatchObject({ statusCode: 200, body: 'the page' });
    },
  );

  it.each(['/api', '/api/nowhere/', '/media/x', '/downloads/x', '/health/x', '/assets/x.js', '/metrics/x'])(
    '%s is a 404, and not the page',
    async (url) => {
      expect((await app.inject({ url })).statusCode).toBe(404);
    },
  );

  it('is a 404 to what isn’t asked as a page', async () => {
    expect((await app.inject({ method: 'POST', url: '/accounts/foo' })).statusCode).toBe(404);
  });
});
