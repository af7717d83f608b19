import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { installErrorHandler } from '../errors/error-handler.ts';
import { withServer } from '../testing/with-server.ts';

const { server, admin } = await withServer();
let endpoints: { method: string; url: string }[];

beforeAll(async () => {
  const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      url: path.replace('{language}', 'fr').replace(/\{\w+\}/g, '424242'),
    })),
  );
});

const send = (method: string, url: string, token?: string) =>
  server.app.inject({
    method: method as 'GET',
    url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

it('the OpenAPI document isn’t compressed for each request', async () => {
  const headers = { 'accept-encoding': 'br, gzip' };
  const response = await server.app.inject({ url: '/api/openapi.json', headers });
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
});

describe('every endpoint', () => {
  it('is served with and without its trailing slash', async () => {
    expect((await send('GET', '/api/languages')).statusCode).toBe(200);
    expect((await send('GET', '/api/languages/')).statusCode).toBe(200);
  });

  it('responds to a wrong method with a 405 and the allowed methods, even without a token', async () => {
    for (const path of new Set(endpoints.map(({ url }) => url))) {
      const allowed = endpoints.filter(({ url }) => url === path).map(({ method }) => method);
      const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find(
        (method) => !allowed.includes(method),
      ) as string;
      const response = await send(wrong, path);
      expect(response.statusCode, `${wrong} ${path}`).toBe(405);
      expect(response.headers.allow?.toString().split(', ').sort()).toEqual(allowed.sort());
      expect(response.json()).toHaveProperty('detail');
    }
  });
});

describe('unknown paths', () => {
  it.each([
    '/api/',
    '/api/nothing/',
    '/api/videos/abc/',
    '/api/videos/0/',
    '/api/videos/-1/',
    '/media/x',
    '/health/x',
    // Without a configured token.
    '/metrics',
  ])('%s gets a JSON error instead of the web page', async (url) => {
    const response = await send('GET', url, admin.token);
    expect([403, 404]).toContain(response.statusCode);
    expect(response.json()).toHaveProperty('detail');
  });
});

describe('an invalid body', () => {
  const post = (payload: string | Buffer, type: string) =>
    server.app.inject({ method: 'POST', url: '/api/token/', payload, headers: { 'content-type': type } });

  it.each([
    ['not JSON', '{"username": ', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    [
      'a prototype key',
      '{"__proto__": {"is_admin": true}, "username": "a", "password": "b"}',
      'application/json',
      400,
    ],
    ['another type', '<xml/>', 'text/xml', 415],
  ])('gets an error with a detail: %s', async (_, payload, type, status) => {
    const response = await post(payload, type);
    expect(response.statusCode).toBe(status);
    expect(typeof response.json<{ detail: string }>().detail).toBe('string');
  });
});

describe('health', () => {
  it('is reported as live and ready', async () => {
    expect((await send('GET', '/health/live')).json()).toEqual({ status: 'live' });
    expect((await send('GET', '/health/ready')).json()).toEqual({ status: 'ready' });
  });
});

describe('an error response', () => {
  const logIn = (language: string | undefined, body: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/token/',
      headers: language === undefined ? {} : { 'accept-language': language },
      payload: body,
    });

  it.each([
    [undefined, 'Wrong username or password.'],
    ['*', 'Wrong username or password.'],
    ['fr', 'Wrong username or password.'],
    ['en-US,es;q=0.9', 'Wrong username or password.'],
    ['es', 'Usuario o contraseña incorrectos.'],
    ['fr-FR, es-MX;q=0.8, en;q=0.5', 'Usuario o contraseña incorrectos.'],
  ])('is in the best supported language for Accept-Language: %s', async (language, detail) => {
    expect((await logIn(language, { username: 'nobody', password: 'x' })).json()).toEqual({ detail });
  });

  it('has its field messages in that language too', async () => {
    expect((await logIn('es', { username: 'nobody' })).json()).toEqual({
      detail: 'password: Este campo es obligatorio.',
      password: ['Este campo es obligatorio.'],
    });
  });

  it('has all of its messages in that language', async () => {
    const app = Fastify();
    installErrorHandler(app);
    const error = 'This subtitle is already SRT.';
    app.get('/', () => {
      throw new AppError('conflict', 'candidates.alreadySrt', { extra: { success: false } });
    });
    const spanish = 'Este subtítulo ya es SRT.';
    const response = await app.inject({ url: '/', headers: { 'accept-language': 'es' } });
    expect(response.json()).toEqual({ detail: spanish, success: false, error: spanish });
    expect((await app.inject({ url: '/' })).json()).toEqual({ detail: error, success: false, error });
    await app.close();
  });
});
