import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { queryOnce, replaceDatabase } from '../testing/databases.ts';
import {
  type OpenIdProvider,
  providerSettings,
  startOpenIdProvider,
} from '../testing/doubles/openid-provider.ts';
import { signInAtProvider } from '../testing/doubles/sign-in-at-provider.ts';
import { eventually } from '../testing/eventually.ts';
import { silentMp3 } from '../testing/fixtures.ts';
import { PROGRAMS } from '../testing/processes/server-process.ts';

const LISTENING = /listening at (http:\/\/127\.0\.0\.1:\d+)/;
const SECRET = 'a secret that must not be logged';
const ADMIN = { username: 'root', password: 'the password of root' };
const ANA = { username: 'ana', password: 'the password of ana', email: 'ana@example.org' };
const NEW_PASSWORD = 'the next password of ana';

const database = `test_${randomBytes(6).toString('hex')}`;
let dataDir: string;
let provider: OpenIdProvider;
let server: ChildProcess;
let exited: Promise<unknown>;
let url: string;
let output = '';

/** Runs the server in a separate process with the default log level, to capture all of its output. */
beforeAll(async () => {
  const postgres = inject('postgresUrl');
  await queryOnce(postgres, `CREATE DATABASE ${database} TEMPLATE template STRATEGY FILE_COPY`);
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-log-'));
  provider = await startOpenIdProvider({ ben: { email: 'ben@school.example', email_verified: true } });
  provider.serve('http://sayback.test');
  server = spawn(process.execPath, [PROGRAMS.server], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PUBLIC_URL: 'http://sayback.test',
      DATABASE_URL: replaceDatabase(postgres, database),
      SECRET_KEY: SECRET,
      DATA_DIR: dataDir,
      MEDIA_DIR: path.join(dataDir, 'media'),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...providerSettings(provider.issuer),
    },
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  exited = new Promise((resolve) => server.on('exit', resolve));
  await eventually(() => expect(output).toMatch(LISTENING));
  url = LISTENING.exec(output)?.[1] ?? '';
});
afterAll(async () => {
  server.kill('SIGTERM');
  await exited;
  provider.close();
  await rm(dataDir, { recursive: true, force: true });
  await queryOnce(inject('postgresUrl'), `DROP DATABASE ${database} WITH (FORCE)`);
});

async function post<Answer>(address: string, body: object, token?: string, method = 'POST'): Promise<Answer> {
  const response = await fetch(url + address, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Reads the link in the reset email in the outbox. */
async function readMailedLink(): Promise<URL> {
  const outbox = path.join(dataDir, 'outbox');
  const link = async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const emails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')));
    const text = emails.join('\n').replaceAll('=\n', '').replaceAll('=3D', '=');
    return /http:\/\/sayback\.test\/reset-password\?\S+/.exec(text)?.[0];
  };
  await expect.poll(link).toBeDefined();
  return new URL((await link()) ?? '');
}

/** Returns the signed URL of a new video's media. */
async function createMediaUrl(token: string): Promise<string> {
  const created = await post<videos.Video>(
    videos.createVideo.path,
    { title: 'x', original_language: 'en' },
    token,
  );
  const form = new FormData();
  form.set('media_file', new Blob([new Uint8Array(silentMp3())]), 'clip.mp3');
  const address = videos.uploadMedia.path.replace('{id}', String(created.id));
  const response = await fetch(url + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return String(((await response.json()) as videos.Video).media_url);
}

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(url + address, { redirect: 'manual', headers });

/** Signs in through the provider, and sends requests that fail. Returns secrets that must not be logged. */
async function signInAtSchool(search: string): Promise<Record<string, string | null | undefined>> {
  const redirect = await get(`/accounts/school/login/${search}`);
  const cookie = redirect.headers.get('set-cookie')?.split(';')[0] ?? '';
  const providerUrl = redirect.headers.get('location') ?? '';
  const callbackUrl = await signInAtProvider(providerUrl, 'ben');
  const callback = callbackUrl.pathname + callbackUrl.search;
  await get(callback, { cookie: 'sayback_login=of another browser' });
  const resultUrl = new URL((await get(callback, { cookie })).headers.get('location') ?? '');
  await get(callback, { cookie });
  const tokens = new URLSearchParams(resultUrl.hash.slice(1));
  await get(`/login/callback?${tokens}`, { 'sec-fetch-site': 'cross-site' });
  return {
    code: callbackUrl.searchParams.get('code'),
    state: callbackUrl.searchParams.get('state'),
    nonce: new URL(providerUrl).searchParams.get('nonce'),
    'sign-in cookie': cookie.split('=')[1],
    'access token of the sign-in': tokens.get('access_token')?.split('.')[2],
    'refresh token of the sign-in': tokens.get('refresh_token'),
    'mark of the sign-in': tokens.get('mark'),
    'email address at the provider': 'ben@school.example',
  };
}

describe('the log', () => {
  it('contains the requests, but no passwords, tokens, links or other secrets', async () => {
    type Tokens = { access: string; refresh: string };
    await post(accounts.register.path, ANA);
    await post(accounts.login.path, { ...ANA, password: 'a wrong password of ana' });
    const tokens = await post<Tokens>(accounts.login.path, ANA);
    const { access } = await post<Tokens>(accounts.refreshToken.path, tokens);
    await post(accounts.refreshToken.path, { refresh: `${tokens.refresh}?` });
    await post(
      accounts.updateProfile.path,
      { email: 'ana@elsewhere.example', current_password: 'no password of ana' },
      access,
      'PATCH',
    );
    // Truncated JSON, which the parser's error message would quote.
    await fetch(url + accounts.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"password":"${ANA.password}"`,
    });
    const root = await post<Tokens>(accounts.login.path, ADMIN);

    await post(accounts.requestPasswordReset.path, { email: ANA.email });
    const link = await readMailedLink();
    await fetch(url + link.pathname + link.search);
    const parameters = Object.fromEntries(link.searchParams);
    await post(accounts.confirmPasswordReset.path, {
      ...parameters,
      new_password1: NEW_PASSWORD,
      new_password2: NEW_PASSWORD,
    });

    const media = await createMediaUrl(root.access);
    expect((await fetch(url + media)).status).toBe(200);
    const { url: invitation } = await post<{ url: string }>(accounts.createInvitation.path, {}, root.access);
    const invitationUrl = new URL(invitation);
    const socialSecrets = await signInAtSchool(invitationUrl.search);
    await fetch(`${url}/nowhere?access_token=${access}`);

    await expect.poll(() => output).toContain('"url":"/nowhere"');
    expect(output).toContain(`"url":"${accounts.confirmPasswordReset.path}"`);
    const secrets = {
      ...socialSecrets,
      password: 'password of',
      'access token': access.split('.')[2],
      'first access token': tokens.access.split('.')[2],
      'refresh token': tokens.refresh,
      'reset link': link.searchParams.get('token'),
      'media signature': media.split('signature=')[1],
      invitation: invitationUrl.searchParams.get('invitation'),
      'provider secret': providerSettings(provider.issuer).OIDC_CLIENT_SECRET,
      'secret key': SECRET,
      'email address': ANA.email,
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret?.length, name).toBeGreaterThan(8);
      expect(output.includes(String(secret)), `the log contains the ${name}`).toBe(false);
    }
  });
});
