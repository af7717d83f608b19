import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKey } from '../secret.ts';
import { signIn } from '../testing/client.ts';
import { SECRET, startApp, type TestApp } from '../testing/start-app.ts';

/**
 * Who may call what. One row an endpoint: the status that a learner gets and the one that an administrator gets, for a
 * call without a body and with ids that nothing has. Who isn't signed in gets 401, except where `open` says otherwise.
 */
const TABLE: Record<string, { learner: number; admin: number } | { open: number }> = {
  'POST /api/token/': { open: 400 },
  'POST /api/token/second-factor/': { open: 400 },
  'POST /api/token/refresh/': { open: 400 },
  'POST /api/token/logout/': { open: 400 },
  'POST /api/accounts/register/': { open: 400 },
  'GET /api/auth/providers/': { open: 200 },
  'POST /api/auth/password/reset/': { open: 400 },
  'POST /api/auth/password/reset/confirm/': { open: 400 },
  'GET /api/languages/': { open: 200 },
  'GET /api/language-choices/': { open: 200 },
  'GET /api/accounts/profile/': { learner: 200, admin: 200 },
  'PATCH /api/accounts/profile/': { learner: 200, admin: 200 },
  'PUT /api/accounts/profile/': { learner: 200, admin: 200 },
  'DELETE /api/accounts/profile/': { learner: 400, admin: 400 },
  'POST /api/accounts/profile/languages/': { learner: 400, admin: 400 },
  'DELETE /api/accounts/profile/languages/{language}/': { learner: 404, admin: 404 },
  'POST /api/accounts/email/send-letter/': { learner: 409, admin: 409 },
  'POST /api/accounts/email/verify/': { learner: 400, admin: 400 },
  'GET /api/accounts/preferences/': { learner: 200, admin: 200 },
  'PATCH /api/accounts/preferences/': { learner: 200, admin: 200 },
  'GET /api/accounts/sessions/': { learner: 200, admin: 200 },
  'DELETE /api/accounts/sessions/': { learner: 204, admin: 204 },
  'DELETE /api/accounts/sessions/{id}/': { learner: 404, admin: 404 },
  'GET /api/accounts/second-factor/': { learner: 200, admin: 200 },
  'DELETE /api/accounts/second-factor/': { learner: 400, admin: 400 },
  'POST /api/accounts/second-factor/challenge/': { learner: 409, admin: 409 },
  'POST /api/accounts/second-factor/confirm/': { learner: 400, admin: 400 },
  'POST /api/accounts/second-factor/totp/': { learner: 400, admin: 400 },
  'POST /api/accounts/second-factor/totp/confirm/': { learner: 400, admin: 400 },
  'DELETE /api/accounts/second-factor/totp/': { learner: 400, admin: 400 },
  'POST /api/accounts/second-factor/passkeys/options/': { learner: 400, admin: 400 },
  'POST /api/accounts/second-factor/passkeys/': { learner: 400, admin: 400 },
  'PATCH /api/accounts/second-factor/passkeys/{id}/': { learner: 400, admin: 400 },
  'DELETE /api/accounts/second-factor/passkeys/{id}/': { learner: 400, admin: 400 },
  'POST /api/accounts/second-factor/recovery-codes/': { learner: 400, admin: 400 },
  'POST /api/accounts/password/': { learner: 400, admin: 400 },
  'GET /api/accounts/export/': { learner: 200, admin: 200 },
  'GET /api/users/': { learner: 403, admin: 200 },
  'PATCH /api/users/{id}/': { learner: 403, admin: 404 },
  'POST /api/users/{id}/send-reset/': { learner: 403, admin: 404 },
  'POST /api/users/{id}/reset-second-factor/': { learner: 403, admin: 404 },
  'GET /api/invitations/': { learner: 403, admin: 200 },
  'POST /api/invitations/': { learner: 403, admin: 201 },
  'DELETE /api/invitations/{id}/': { learner: 403, admin: 404 },
  'GET /api/audit-log/': { learner: 403, admin: 200 },
  'GET /api/videos/': { learner: 200, admin: 200 },
  'GET /api/video-languages/': { learner: 200, admin: 200 },
  'GET /api/video-manager/videos/': { learner: 403, admin: 200 },
  'POST /api/videos/create/': { learner: 403, admin: 400 },
  'GET /api/videos/{id}/': { learner: 404, admin: 404 },
  'PATCH /api/videos/{id}/': { learner: 403, admin: 404 },
  'DELETE /api/videos/{id}/': { learner: 403, admin: 404 },
  'POST /api/videos/{id}/restore/': { learner: 403, admin: 404 },
  'POST /api/videos/{id}/media/': { learner: 403, admin: 404 },
  'GET /api/videos/{id}/subtitles/': { learner: 404, admin: 404 },
  'POST /api/videos/{id}/upload-subtitle/': { learner: 403, admin: 415 },
  'POST /api/subtitles/{id}/align/': { learner: 403, admin: 404 },
  'GET /api/subtitles/{id}/': { learner: 403, admin: 404 },
  'DELETE /api/subtitles/{id}/delete/': { learner: 403, admin: 404 },
  'GET /api/videos/{id}/deleted-subtitles/': { learner: 403, admin: 404 },
  'POST /api/subtitles/{id}/restore/': { learner: 403, admin: 404 },
  'POST /api/subtitle-file/{id}/restore/': { learner: 403, admin: 404 },
  'POST /api/revisions/{id}/restore/': { learner: 403, admin: 404 },
  'GET /api/subtitles/{id}/files/': { learner: 403, admin: 404 },
  'PATCH /api/subtitle-file/{id}/protect/': { learner: 403, admin: 400 },
  'DELETE /api/subtitle-file/{id}/delete/': { learner: 403, admin: 404 },
  'POST /api/subtitle-file/{id}/open/': { learner: 403, admin: 404 },
  'GET /api/alignments/{id}/find-next-mismatch/{after}/': { learner: 403, admin: 404 },
  'POST /api/alignments/{id}/changes/': { learner: 403, admin: 400 },
  'POST /api/alignments/{id}/convert-to-revision/': { learner: 403, admin: 404 },
  'PATCH /api/subtitle-segment/{id}/': { learner: 403, admin: 404 },
  'DELETE /api/subtitle-segment/delete/{id}/': { learner: 403, admin: 404 },
  'POST /api/subtitle-segment/{id}/insert/{index}/': { learner: 403, admin: 404 },
  'GET /api/subtitles/{id}/revisions/': { learner: 403, admin: 404 },
  'GET /api/revisions/{id}/': { learner: 403, admin: 404 },
  'GET /api/revisions/{id}/segments/': { learner: 403, admin: 404 },
  'POST /api/revisions/{id}/apply/': { learner: 403, admin: 404 },
  'DELETE /api/subtitles/{id}/delete-revision/': { learner: 403, admin: 404 },
  'GET /api/subtitles/{id}/regex-edit/': { learner: 403, admin: 404 },
  'POST /api/subtitles/{id}/regex-edit/': { learner: 403, admin: 400 },
  'POST /api/subtitles/{id}/apply-changes/': { learner: 403, admin: 400 },
  'POST /api/subtitles/{id}/save-edited-subtitle/': { learner: 403, admin: 404 },
  'POST /api/subtitles/{id}/reset/': { learner: 403, admin: 404 },
  'GET /api/regex-patterns/': { learner: 403, admin: 200 },
  'POST /api/regex-patterns/': { learner: 403, admin: 400 },
  'DELETE /api/regex-patterns/{id}/': { learner: 403, admin: 404 },
  'GET /api/alignments/{id}/': { learner: 404, admin: 404 },
  'GET /api/alignments/{id}/segments/': { learner: 404, admin: 404 },
  'GET /api/videos/{id}/progress/': { learner: 404, admin: 404 },
  'GET /api/alignments/{id}/events/': { learner: 403, admin: 400 },
  'POST /api/alignments/{id}/presence/': { learner: 403, admin: 400 },
  'POST /api/segments/{id}/translate/': { learner: 403, admin: 404 },
  'POST /api/alignments/{id}/translate/': { learner: 403, admin: 400 },
  'GET /api/glossary/': { learner: 403, admin: 400 },
  'POST /api/glossary/': { learner: 403, admin: 400 },
  'DELETE /api/glossary/{id}/': { learner: 403, admin: 404 },
  'POST /api/downloads/': { learner: 403, admin: 400 },
  'POST /api/alignments/{id}/import/': { learner: 403, admin: 415 },
  'GET /api/videos/{id}/peaks/': { learner: 403, admin: 404 },
  'GET /api/jobs/': { learner: 403, admin: 400 },
  'GET /api/jobs/{id}/': { learner: 403, admin: 404 },
  'GET /api/jobs/{id}/events/': { learner: 403, admin: 404 },
  'POST /api/jobs/{id}/stop/': { learner: 403, admin: 404 },
  'GET /api/youtube-candidates/': { learner: 403, admin: 200 },
  'GET /api/youtube-candidates/stats/': { learner: 403, admin: 200 },
  'POST /api/youtube-candidates/search/': { learner: 403, admin: 400 },
  'GET /api/youtube-candidates/quota/': { learner: 403, admin: 200 },
  'GET /api/youtube-candidates/saved-searches/': { learner: 403, admin: 200 },
  'POST /api/youtube-candidates/saved-searches/': { learner: 403, admin: 400 },
  'DELETE /api/youtube-candidates/saved-searches/{id}/': { learner: 403, admin: 404 },
  'GET /api/youtube-candidates/{id}/': { learner: 403, admin: 404 },
  'PATCH /api/youtube-candidates/{id}/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/bulk-review/': { learner: 403, admin: 400 },
  'POST /api/youtube-candidates/bulk-scan-subtitles/': { learner: 403, admin: 400 },
  'POST /api/youtube-candidates/{id}/scan-subtitles/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/{id}/download-subtitles/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/{id}/convert-subtitle/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/{id}/preview-cleaning/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/{id}/clean-subtitle/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/{id}/restore-subtitle/': { learner: 403, admin: 404 },
  'DELETE /api/youtube-candidates/{id}/delete-subtitle/': { learner: 403, admin: 404 },
  'POST /api/youtube-candidates/{id}/save-synced-subtitles/': { learner: 403, admin: 400 },
  'POST /api/youtube-candidates/{id}/publish/': { learner: 403, admin: 400 },
  'GET /api/youtube-candidates/captions-state/': { learner: 403, admin: 200 },
  'POST /api/youtube-candidates/captions-state/': { learner: 403, admin: 200 },
  'POST /api/videos/{id}/look-for-subtitles/': { learner: 403, admin: 404 },
  'POST /api/videos/{id}/take-subtitles/': { learner: 403, admin: 400 },
  'POST /api/videos/progress/save/': { learner: 400, admin: 400 },
};

let server: TestApp;
let served: string[];

beforeAll(async () => {
  server = await startApp();
  const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  served = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
});
afterAll(() => server.close());

async function statusOf(call: string, token: string | null): Promise<number> {
  const [method, path = ''] = call.split(' ');
  const answer = await server.app.inject({
    method: method as 'GET',
    url: path.replace('{language}', 'fr').replace(/\{\w+\}/g, '424242'),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return answer.statusCode;
}

const key = () => deriveKey(SECRET, 'access tokens');
const signed = (claims: object, by: Uint8Array, expires: string) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setExpirationTime(expires)
    .sign(by);
const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

/** Tokens that let nobody in, by what is wrong with them. */
async function badTokens(): Promise<Record<string, string>> {
  const { token, refresh } = await signIn(server, 'admin');
  const [header, , signature] = token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sid = sessionOf(token);
  const disabled = await signIn(server, 'admin');
  await server.context.db.execute(`update users set disabled_at = now() where id = ${disabled.id}`);
  return {
    'an expired token': await signed({ sid }, key(), '-1s'),
    'a tampered token': `${header}.${encode({ sid: sid + 1, exp: 4_102_444_800 })}.${signature}`,
    'a token without a signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode({ sid, exp: 4_102_444_800 })}.`,
    'a token of another key': await signed({ sid }, deriveKey(SECRET, 'media addresses'), '5m'),
    'a token of another kind': await new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(key()),
    'a token without a session': await signed({ sub: '1' }, key(), '5m'),
    'a refresh token': refresh,
    "a disabled user's token": disabled.token,
    'no token': '',
  };
}

/** The paths of Fastify's drawing of its routes, in which each line goes on from the one that it hangs under. */
function pathsIn(drawing: string): string[] {
  const above: string[] = [];
  return [...drawing.matchAll(/^((?:│ {3}| {4})*)[├└]── (\S+)( \()?/gm)].flatMap(
    ([, indent = '', step, methods]) => {
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = (above[depth - 1] ?? '') + step;
      return methods ? [above[depth]] : [];
    },
  );
}

describe('every endpoint', () => {
  it('has its row in the table, and the table has no other rows', () => {
    expect([...served].sort()).toEqual(Object.keys(TABLE).sort());
  });

  it('is of the contract: under /api/ there is nothing beside it', () => {
    const drawn = pathsIn(server.app.printRoutes({ commonPrefix: false }))
      .filter((path) => path.startsWith('/api/'))
      .map((path) => path.replace(/:\w+/g, '{}'));
    const declared = served.map((call) =>
      call
        .replace(/^\w+ /, '')
        .replace(/\{\w+\}/g, '{}')
        .replace(/\/$/, ''),
    );
    expect(drawn.sort()).toEqual([...new Set([...declared, '/api/openapi.json'])].sort());
  });

  it.each(Object.entries(TABLE))('%s lets in whom it should', async (call, row) => {
    if ('open' in row) {
      expect(await statusOf(call, null)).toBe(row.open);
      expect(await statusOf(call, 'nonsense')).toBe(row.open);
      return;
    }
    expect(await statusOf(call, null)).toBe(401);
    expect(await statusOf(call, (await signIn(server)).token)).toBe(row.learner);
    expect(await statusOf(call, (await signIn(server, 'admin')).token)).toBe(row.admin);
  });

  it('refuses every token that is not a good one', async () => {
    const tokens = await badTokens();
    for (const [call, row] of Object.entries(TABLE)) {
      if ('open' in row) continue;
      for (const [fault, token] of Object.entries(tokens)) {
        expect(await statusOf(call, token), `${call} with ${fault}`).toBe(401);
      }
    }
  });
});

describe('a change of the secret', () => {
  it('lets in whom the former one signed, while it is named', async () => {
    const rotated = await startApp({
      SECRET_KEY: 'the next secret, just as long as the first',
      SECRET_KEY_PREVIOUS: SECRET,
    });
    const person = await signIn(rotated);
    const old = await signed({ sid: sessionOf(person.token) }, key(), '5m');
    const ask = (token: string) =>
      rotated.app.inject({ url: '/api/accounts/profile/', headers: { authorization: `Bearer ${token}` } });
    expect((await ask(person.token)).statusCode).toBe(200);
    expect((await ask(old)).statusCode).toBe(200);
    await rotated.close();
  });
});
