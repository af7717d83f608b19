import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { videos } from '@sayback/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildForm, signIn } from '../testing/client.ts';
import { silentMp3 } from '../testing/fixtures.ts';
import { addVideo } from '../testing/library.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { installWebApp } from '../web-app/serve-web-app.ts';

let server: TestApp;
let https: TestApp;
beforeAll(async () => {
  server = await startApp();
  https = await startApp({
    PUBLIC_URL: 'https://sayback.test',
    OIDC_PROVIDER: 'school',
    OIDC_NAME: 'School',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'sayback',
    OIDC_CLIENT_SECRET: 'client secret',
  });
});
afterAll(async () => {
  await server.close();
  await https.close();
});

/** Responses of each kind: success, errors, a document, a redirect. */
const RESPONSES = [
  ['GET', '/api/languages/', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/health/live', 200],
  ['POST', '/api/token/', 400],
  ['GET', '/api/accounts/profile/', 401],
  ['GET', '/media/videos/1/a.mp4', 403],
  ['GET', '/api/nothing/', 404],
  ['PUT', '/api/token/', 405],
  ['GET', '/accounts/school/login/', 302],
] as const;

describe('every response', () => {
  it.each(RESPONSES)(
    '%s %s forbids sniffing its type, framing, plug-ins and other origins, and requires HTTPS for a year if the server uses it',
    async (method, url, status) => {
      const { statusCode, headers } = await https.app.inject({
        method,
        url,
        headers: { origin: 'https://other.test' },
      });
      expect(statusCode).toBe(status);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const policy = String(headers['content-security-policy']);
      expect(policy.split(';')).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "base-uri 'none'",
          "object-src 'none'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy).toContain("script-src 'self' https://www.youtube.com");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers['permissions-policy']).toBe(
        'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=()',
      );
      expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect((await server.app.inject({ method, url })).headers).not.toHaveProperty(
        'strict-transport-security',
      );
    },
  );
});

describe('a cross-origin call', () => {
  it('gets no CORS permission', async () => {
    const { statusCode, headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/accounts/profile/',
      headers: {
        origin: 'https://other.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(statusCode).toBe(405);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the sign-in cookie', () => {
  const getCookie = async ({ app }: TestApp) =>
    String((await app.inject({ url: '/accounts/school/login/' })).headers['set-cookie']);

  it('is short-lived, HttpOnly, SameSite and Secure', async () => {
    const attributes = (await getCookie(https)).split('; ').slice(1);
    expect(attributes).toEqual(['Path=/', 'Max-Age=600', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  });

  it('can only be set by this host over HTTPS', async () => {
    expect(await getCookie(https)).toMatch(/^__Host-sayback_login=[^;]+; Path=\/;(?!.*Domain)/);
  });

  it('has 192 random bits', async () => {
    const values = await Promise.all(
      [1, 2, 3].map(async () => (await getCookie(https)).split(/[=;]/)[1] ?? ''),
    );
    expect(new Set(values).size).toBe(3);
    for (const value of values) expect(Buffer.from(value, 'base64url')).toHaveLength(24);
  });
});

describe('hosted media responses', () => {
  it('have the detected type, and can’t run scripts', async () => {
    const admin = await signIn(server, 'admin');
    const { id } = await addVideo(admin, { youtube_id: null });
    const form = await buildForm({}, { media_file: { name: 'page.html', bytes: silentMp3() } });
    const { media_url } = await admin.call(videos.uploadMedia, { params: { id }, ...form });
    const { headers } = await server.app.inject({ url: String(media_url) });
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(media_url).not.toContain('page');
  });
});

describe('the web app', () => {
  it('has the right content type for each file, with UTF-8 for texts', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sayback-web-'));
    const app = Fastify();
    onTestFinished(async () => {
      await app.close();
      await rm(folder, { recursive: true });
    });
    await mkdir(path.join(folder, 'assets'));
    for (const name of ['index.html', 'assets/main.js', 'assets/main.css', 'icon.svg']) {
      await writeFile(path.join(folder, name), 'x');
    }
    await installWebApp(app, folder);
    expect((await app.inject({ url: '/', headers: { 'accept-encoding': 'identity' } })).statusCode).toBe(200);
    const getType = async (url: string) => (await app.inject({ url })).headers['content-type'];
    expect(await getType('/settings')).toMatch(/^text\/html; charset=utf-8$/i);
    expect(await getType('/assets/main.js')).toMatch(/^(text|application)\/javascript; charset=utf-8$/i);
    expect(await getType('/assets/main.css')).toMatch(/^text\/css; charset=utf-8$/i);
    expect(await getType('/icon.svg')).toBe('image/svg+xml; charset=utf-8');
  });
});
