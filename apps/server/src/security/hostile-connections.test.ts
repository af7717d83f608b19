import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import {
  accounts,
  BODY_LIMITS,
  buildUrl,
  type Endpoint,
  practice,
  subtitles,
  videos,
} from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { constraintViolation } from '../errors/client-errors.ts';
import { createHugeBodies } from '../testing/hostile/mutate-body.ts';
import { openSender } from '../testing/hostile/send-request.ts';
import { addAlignedVideo } from '../testing/library.ts';
import { withServer } from '../testing/with-server.ts';

const { server, admin } = await withServer();
let port: number;
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Sends bytes on a new connection, ends it, and returns the response. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  // The server can respond and disconnect before everything is sent.
  socket.on('error', () => undefined);
  socket.end(text);
  await once(socket, 'close');
  return response;
}

const isAlive = async () => (await server.app.inject({ url: '/health/live' })).statusCode === 200;

describe('an invalid HTTP request', () => {
  const HOST = 'Host: x\r\nConnection: close\r\n';
  it.each([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`],
    ['another protocol', 'GET / SPDY/9\r\n\r\n'],
    ['NUL in a header', `GET / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
    ['a space before the colon', `GET / HTTP/1.1\r\n${HOST}X : x\r\n\r\n`],
    ['a folded header', `GET / HTTP/1.1\r\n${HOST}X: a\r\n b\0\r\n\r\n`],
    ['headers of 100 kB', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a URL of 100 kB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['two lengths', `POST /api/token/ HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`],
    ['a negative length', `POST /api/token/ HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
    [
      'a chunk without a size',
      `POST /api/token/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
  ])('gets a 400 with a detail: %s', async (_, text) => {
    const response = await sendRaw(text);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: expect.any(String) });
    expect(await isAlive()).toBe(true);
  });

  it('a body shorter than declared doesn’t affect other requests', async () => {
    const head = `POST /api/token/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
    expect(await sendRaw(`${head}{"username":`)).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect(await isAlive()).toBe(true);
  });
});

describe('an undecodable path', () => {
  it.each([
    ['/api/videos/%/', 400],
    ['/api/videos/%ff/', 400],
    ['/api/videos/%c0%ae%c0%ae/', 400],
    [`/api/videos/${'a'.repeat(600)}/`, 404],
    ['/media/%', 400],
  ])('%s gets an error with a detail', async (url, status) => {
    const response = await server.app.inject({ url });
    expect([response.statusCode, response.json()]).toEqual([status, { detail: expect.any(String) }]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('a large JSON body', () => {
  it.each(
    createHugeBodies(BODY_LIMITS.anyone).filter(
      ({ description }) => !['over the limit', 'spaces'].includes(description),
    ),
  )(
    'just below the limit for anyone is rejected for its content: $description',
    async ({ body, headers }) => {
      const response = await server.app.inject({
        method: 'POST',
        url: accounts.login.path,
        payload: body,
        headers,
      });
      expect([response.statusCode, response.json()]).toMatchObject([400, { detail: expect.any(String) }]);
    },
  );

  it.each([
    ['nested 300,000 deep', '['.repeat(300_000), /more parts/],
    ['of 200,000 objects', `[${'{},'.repeat(200_000)}{}]`, /more parts/],
    ['of 150,000 members', `{${'"a":1,'.repeat(150_000)}"b":1}`, /more parts/],
    ['of brackets in a text', `{"title":"${'['.repeat(300_000)}\\\\","country":"${'{'.repeat(9)}"}`, /title/],
    ['with __proto__', `{"a":"${'x'.repeat(300_000)}","__proto__":{"b":1}}`, /malformed/],
    ['with an escaped __proto__', `{"a":"${'x'.repeat(300_000)}","\\u005f_proto__":{"b":1}}`, /malformed/],
    ['truncated', `{"a":"${'x'.repeat(300_000)}`, /valid JSON/],
    ['that isn’t UTF-8', Buffer.from(`{"a":"${'\xff'.repeat(10)}"}`, 'latin1'), /UTF-8/],
  ])('%s is rejected with the reason', async (_, payload, words) => {
    const response = await server.app.inject({
      method: 'POST',
      url: videos.createVideo.path,
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    });
    expect([response.statusCode, response.json().detail]).toEqual([400, expect.stringMatching(words)]);
  });

  it('is accepted with thousands of segments', async () => {
    const { alignmentId: id } = await addAlignedVideo(admin);
    const { revision_id } = await admin.call(subtitles.saveRevision, { params: { id }, body: {} });
    const segments = Array.from({ length: 40_000 }, (_, n) => ({
      index: n + 1,
      modified: '"\\{["'.repeat(20),
    }));
    const response = await admin.try(subtitles.applyRegexChanges, {
      params: { id: revision_id },
      body: { segments },
    });
    expect(response.json().detail ?? '').not.toMatch(/more parts/);
  });
});

describe('a body that isn’t an object', () => {
  it.each(['null', '[]', '"x"', '1', 'true'])(
    '%s is rejected, even if every member is optional',
    async (payload) => {
      const { id } = await admin.call(videos.createVideo, { body: { title: 'x', original_language: 'en' } });
      const response = await server.app.inject({
        method: 'PATCH',
        url: buildUrl(videos.updateVideo.path, { id }),
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        payload,
      });
      expect(response.statusCode).toBe(400);
    },
  );
});

describe('an invalid form', () => {
  const part =
    'Content-Disposition: form-data; name="subtitle_file"; filename="a.srt"\r\n\r\n1\n00:00:01,000 -->';
  it.each([
    ['a different boundary', `--a\r\n${part}\r\n--a--\r\n`, 'b'],
    ['an end in the middle of a file', `--b\r\n${part}`, 'b'],
    ['an end in the middle of a header', '--b\r\nContent-Dispo', 'b'],
    ['no part', '--b--\r\n', 'b'],
    ['nothing', '', 'b'],
  ])('a malformed form is rejected: %s', async (_, body, boundary) => {
    const { id } = await admin.call(videos.createVideo, { body: { title: 'x', original_language: 'en' } });
    for (const endpoint of [subtitles.uploadSubtitle, videos.uploadMedia]) {
      const response = await server.app.inject({
        method: 'POST',
        url: buildUrl(endpoint.path, { id }),
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload: body,
      });
      expect([400, 415], response.body).toContain(response.statusCode);
    }
  });
});

describe('a number that the database can’t store', () => {
  it.each([2 ** 31, Number.MAX_SAFE_INTEGER])('is rejected: segment %i', async (last_segment) => {
    const { id: video_id } = await admin.call(videos.createVideo, {
      body: { title: 'x', original_language: 'en' },
    });
    const response = await admin.try(practice.saveProgress, { body: { video_id, last_segment } });
    expect(response.json()).toHaveProperty('last_segment');
  });
});

describe('a HEAD request for an event stream', () => {
  it('ends without waiting for events', async () => {
    const { alignmentId: id } = await addAlignedVideo(admin);
    const endpoint: Endpoint = subtitles.followAlignment;
    const sender = openSender(port, 1);
    const response = await sender.send(
      {
        endpoint,
        description: 'HEAD',
        role: 'admin',
        method: 'HEAD',
        url: buildUrl(endpoint.path, { id }, { tab: 'a' }),
        headers: {},
        body: null,
        mustBeRejected: false,
      },
      admin.token,
    );
    sender.close();
    expect(response.status).toBe(200);
  });
});

describe('concurrent changes of related rows', () => {
  const findViolation = (statement: string) =>
    server.context.db.execute(sql.raw(statement)).then(
      () => null,
      (error: unknown) => constraintViolation(error),
    );

  it('get a 404 if a row’s parent was deleted, and a 409 if the row was added twice', async () => {
    const orphan = "insert into practice_languages (user_id, language) values (424242, 'en')";
    expect(await findViolation(orphan)).toMatchObject({ status: 404 });
    const pattern = "insert into regex_patterns (name, regex, ignore_case) values ('x', 'x', false)";
    expect(await findViolation(pattern)).toBeNull();
    expect(await findViolation(pattern)).toMatchObject({ status: 409 });
    expect(await findViolation('select 1 / 0')).toBeNull();
  });
});
