import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { accounts } from '@sayback/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildForm, clientFor, PASSWORD, signIn } from '../testing/client.ts';
import { withServer } from '../testing/with-server.ts';

const { server } = await withServer();
let port: number;
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});

const getSessions = async (userId: number) =>
  (await server.context.db.execute(`select id from sessions where user_id = ${userId}`)).rows.length;

describe('a form that another site submits', () => {
  const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

  it.each(TYPES)('is rejected by public endpoints with the type %s', async (type) => {
    const user = await signIn(server);
    const calls: [string, Record<string, string>][] = [
      [accounts.login.path, { username: user.username, password: PASSWORD }],
      [accounts.logout.path, { refresh: user.refresh }],
      [accounts.refreshToken.path, { refresh: user.refresh }],
      [accounts.register.path, { username: `made-by-${type.length}`, password: PASSWORD }],
      [accounts.requestPasswordReset.path, { email: 'x@example.org' }],
    ];
    for (const [url, fields] of calls) {
      const form = await buildForm(fields);
      const body = {
        'text/plain': JSON.stringify(fields),
        'application/x-www-form-urlencoded': new URLSearchParams(fields).toString(),
        'multipart/form-data': form.body,
      }[type];
      const headers = type === 'multipart/form-data' ? form.headers : { 'content-type': type };
      const response = await server.app.inject({ method: 'POST', url, payload: body as string, headers });
      expect(response.statusCode, url).toBe(415);
    }
    expect(await getSessions(user.id)).toBe(1);
    const login = { username: `made-by-${type.length}`, password: PASSWORD };
    expect((await clientFor(server.app).try(accounts.login, { body: login })).statusCode).toBe(401);
  });

  it('has no session, because cookies don’t authenticate', async () => {
    const { token } = await signIn(server);
    const cookie = `access_token=${token}; session=${token}; sayback_login=${token}`;
    const response = await server.app.inject({ url: accounts.getProfile.path, headers: { cookie } });
    expect(response.statusCode).toBe(401);
  });
});

describe('a token that contains the key of its signature', () => {
  it('is rejected', async () => {
    const { token } = await signIn(server);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const attackerKeys = await generateKeyPair('RS256', { extractable: true });
    const forged = await new SignJWT({ sid })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', jwk: await exportJWK(attackerKeys.publicKey) })
      .setExpirationTime('5m')
      .sign(attackerKeys.privateKey);
    expect((await clientFor(server.app, forged).try(accounts.getProfile)).statusCode).toBe(401);
    expect((await clientFor(server.app, token).try(accounts.getProfile)).statusCode).toBe(200);
  });
});

describe('a media URL with a valid signature', () => {
  it.each(['../private', 'videos/../../private'])(
    'can’t read a file outside the media folder: %s',
    async (key) => {
      await writeFile(path.join(server.dataDir, 'private'), 'private content');
      const [, query] = String(server.context.signer.getUrl(key, false)).split('?');
      const response = await server.app.inject({ url: `/media/${encodeURIComponent(key)}?${query}` });
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain('private content');
    },
  );
});

describe('a request with two lengths', () => {
  /** Sends lines on a new connection. Returns everything received until it closes. */
  async function sendRaw(lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.write(lines.join('\r\n'));
    await once(socket, 'close');
    return response;
  }
  const HIDDEN = ['GET /health/live HTTP/1.1', 'Host: x', 'Connection: close', '', ''];

  it.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity']],
  ])('is rejected, and the request hidden in it gets no response: %s', async (_, lengths) => {
    const response = await sendRaw([
      'POST /api/token/ HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      ...lengths,
      '',
      '0',
      '',
      ...HIDDEN,
    ]);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).not.toContain('live');
    expect(await sendRaw(HIDDEN)).toContain('live');
  });
});
