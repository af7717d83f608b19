import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { candidates, subtitles, videos } from '@sayback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApertium } from '../platform/translation/apertium.ts';
import { candidateCalls } from '../testing/candidate-calls.ts';
import { type Client, signIn } from '../testing/client.ts';
import { addAlignedVideo, listSegments } from '../testing/library.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Requests received by the redirects' target; there must be none. */
const redirected: string[] = [];
/** Requests received by the configured service. */
const serviceRequests: string[] = [];
let redirectTarget: Server;
let service: Server;
let status = 302;
let server: TestApp;
let admin: Client;
let videoId: number;
let alignmentId: number;

const getUrl = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function listen(onRequest: (request: IncomingMessage) => string | null): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    const location = onRequest(request);
    if (location === null) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else response.writeHead(status, { location }).end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

beforeAll(async () => {
  redirectTarget = await listen(({ url }) => {
    redirected.push(String(url));
    return null;
  });
  // All external services redirect.
  service = await listen(({ url }) => {
    serviceRequests.push(String(url));
    return `${getUrl(redirectTarget)}/latest/meta-data`;
  });
  const url = getUrl(service);
  server = await startApp({
    YOUTUBE_API_KEY: 'a key',
    YOUTUBE_API_URL: `${url}/youtube/v3`,
    YOUTUBE_URL: url,
    YOUTUBE_CAPTION_GAP_MS: '0',
    TRANSLATION_PROVIDER: 'libretranslate',
    TRANSLATION_URL: url,
    OIDC_PROVIDER: 'school',
    OIDC_NAME: 'School',
    OIDC_ISSUER: url,
    OIDC_CLIENT_ID: 'sayback',
    OIDC_CLIENT_SECRET: 'secret',
  });
  admin = await signIn(server, 'admin');
  ({ videoId, alignmentId } = await addAlignedVideo(admin));
});
afterAll(async () => {
  await server.close();
  redirectTarget.close();
  service.close();
});
beforeEach(() => {
  redirected.length = 0;
  serviceRequests.length = 0;
});

/** Calls that make the server send requests to another host. */
const CALLS: [description: string, call: () => Promise<number>][] = [
  [
    'searching videos',
    async () =>
      (await admin.try(candidates.searchCandidates, { body: { languages: ['en'], max_results: 1 } }))
        .statusCode,
  ],
  [
    'looking up a candidate’s captions',
    async () => {
      const { id } = await candidateCalls(server, admin).addCandidate();
      return (await admin.try(candidates.scanSubtitles, { params: { id } })).statusCode;
    },
  ],
  [
    'looking up a video’s captions',
    async () => {
      return (await admin.try(candidates.lookForSubtitles, { params: { id: videoId } })).statusCode;
    },
  ],
  [
    'translating',
    async () => {
      const [first] = await listSegments(admin, alignmentId);
      const input = { params: { id: first?.id }, body: { service_only: true } };
      return (await admin.try(subtitles.translateSegment, input)).statusCode;
    },
  ],
];

// After a 302 clients repeat the request as a GET, after a 307 unchanged.
describe.each([302, 307])('a service’s redirect with %i to another host', (redirect) => {
  beforeEach(() => {
    status = redirect;
  });

  it.each(CALLS)('isn’t followed when %s', async (_, call) => {
    expect([502, 503, 504]).toContain(await call());
    expect(serviceRequests.length).toBeGreaterThan(0);
    expect(redirected).toEqual([]);
  });

  it('isn’t followed when signing in through a provider', async () => {
    const response = await server.app.inject({ url: '/accounts/school/login/' });
    expect(response.headers.location).toMatch(/^http:\/\/sayback\.test\/login\?fault=/);
    expect(serviceRequests.length).toBeGreaterThan(0);
    expect(redirected).toEqual([]);
  });

  it('isn’t followed by Apertium', async () => {
    const translating = openApertium(getUrl(service)).translate(['Hi.'], { source: 'en', target: 'es' });
    await expect(translating).rejects.toThrow();
    expect(serviceRequests.length).toBeGreaterThan(0);
    expect(redirected).toEqual([]);
  });
});

describe('an external id or key', () => {
  const PATHS = [
    '../../../x',
    '/etc/passwd',
    'a/b/c/d/e/f',
    '127.0.0.1/x',
    '?v=1&x=y#',
    'aaaaaaaaaa\n',
    '%2e%2e%2fx',
  ];

  it.each(PATHS)('is rejected as a YouTube id if it could change the URL’s path: %j', async (youtube_id) => {
    const body = { title: 'x', original_language: 'en', youtube_id };
    expect((await admin.try(videos.createVideo, { body })).statusCode).toBe(400);
    const { id } = await admin.call(videos.createVideo, { body: { ...body, youtube_id: null } });
    expect((await admin.try(videos.updateVideo, { params: { id }, body: { youtube_id } })).statusCode).toBe(
      400,
    );
  });

  it.each(PATHS)('is never part of a requested URL as a version: %j', async (language) => {
    const calls = candidateCalls(server, admin);
    const { id, youtube_id } = await calls.addCandidate();
    await calls.post(candidates.downloadSubtitles, id, { language });
    const allowed = ['/youtubei/v1/', `/watch?v=${youtube_id}`];
    for (const url of serviceRequests)
      expect(
        allowed.some((start) => url.startsWith(start)),
        url,
      ).toBe(true);
  });
});
