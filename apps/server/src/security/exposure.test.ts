import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { accounts } from '@sayback/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/client.ts';
import { withServer } from '../testing/with-server.ts';

const { server } = await withServer();
let port: number;

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Sends a raw request. Returns the raw response. */
function send(method: string, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: echoed\r\nConnection: close\r\n\r\n`,
  );
  return text(socket);
}

describe('information that the server exposes', () => {
  it.each(['TRACE', 'CONNECT', 'DEBUG', 'PROPFIND'])('isn’t revealed by the method %s', async (method) => {
    const response = await send(method, '/api/languages/').catch(() => '');
    expect(response).not.toMatch(/^HTTP\/1\.1 [23]/);
    expect(response).not.toContain('echoed');
  });

  it.each(['/assets/', '/assets', '/api/', '/media/', '/downloads/'])(
    'has no directory listing at %s',
    async (path) => {
      const response = await send('GET', path);
      expect(response).toMatch(/^HTTP\/1\.1 40[34]/);
    },
  );

  it.each(['/.git/config', '/.env', '/package.json', '/../package.json', '/assets/..%2f..%2fpackage.json'])(
    'has no server files at %s',
    async (path) => {
      expect(await send('GET', path)).not.toMatch(/"dependencies"|\[core\]/);
    },
  );

  it('doesn’t include software versions', async () => {
    const { headers } = await server.app.inject({ url: '/' });
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(Object.keys(headers)).not.toContain('server');
  });
});

describe('a response with personal data', () => {
  it('is never cached', async () => {
    const { token } = await signIn(server, 'admin');
    const responses = await Promise.all(
      ['/api/accounts/profile/', '/api/users/', '/api/accounts/export/'].map((url) =>
        server.app.inject({ url, headers: { authorization: `Bearer ${token}` } }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(responses.map(({ headers }) => headers['cache-control'])).toEqual(Array(3).fill('no-store'));
  });
});

describe('an error response', () => {
  it.each([
    ['without a session', 401, accounts.getProfile.path, undefined],
    ['of an invalid token', 401, '/api/users/', 'Bearer wrong'],
    ['of an administrator’s endpoint for a learner', 403, '/api/users/', 'learner'],
    ['of a missing video', 404, '/api/videos/987654/', 'learner'],
  ])('%s is never cached', async (_, status, url, authorization) => {
    const token = authorization === 'learner' && `Bearer ${(await signIn(server)).token}`;
    const headers = authorization ? { authorization: token || authorization } : {};
    const response = await server.app.inject({ url, headers });
    expect(response.statusCode).toBe(status);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('a field that a call doesn’t declare', () => {
  const credentials = { username: 'own-role', password: 'a good long one' };

  it('is ignored, so that users can’t choose a role at registration or later', async () => {
    const undeclared = { is_admin: true, is_disabled: false, id: 1 };
    const registered = await server.app.inject({
      method: 'POST',
      url: accounts.register.path,
      payload: { ...credentials, ...undeclared },
    });
    expect(registered.statusCode).toBe(201);
    const token = await server.app.inject({ method: 'POST', url: accounts.login.path, payload: credentials });
    const headers = { authorization: `Bearer ${token.json<{ access: string }>().access}` };
    const url = accounts.getProfile.path;
    await server.app.inject({
      method: 'PATCH',
      url,
      headers,
      payload: { native_language: 'fr', ...undeclared },
    });
    const profile = await server.app.inject({ url, headers });
    expect(profile.json()).toMatchObject({ username: 'own-role', native_language: 'fr', is_admin: false });
  });
});
