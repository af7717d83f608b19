import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import { startTlsProxy } from '../../testing/doubles/youtube/tls-proxy.ts';
import {
  type DoubleTrack,
  FAULTS,
  startYouTube,
  UNPLAYABLE,
  type YouTubeDouble,
} from '../../testing/doubles/youtube/youtube-double.ts';
import type { SourceTrack } from './captions.ts';
import { openInnertube } from './innertube.ts';

const ID = 'abcdefghijk';
const noAbort = new AbortController().signal;
const english = (more: Partial<DoubleTrack> = {}): DoubleTrack => ({
  language: 'en',
  kind: 'manual',
  name: 'English',
  cues: [[1000, 2000, 'Hello']],
  ...more,
});

let youtube: YouTubeDouble;
beforeEach(async () => {
  youtube = await startYouTube();
});
afterEach(() => youtube.close());

const open = (settings: { timeoutMs?: number; url?: string; proxyUrl?: string; cookiesFile?: string } = {}) =>
  openInnertube({ url: youtube.url, proxyUrl: null, cookiesFile: null, timeoutMs: 5000, ...settings });

async function firstTrack(tracks: DoubleTrack[] = [english()]): Promise<SourceTrack> {
  youtube.videos[ID] = { tracks };
  const [track] = await open().list(ID, noAbort);
  if (!track) throw new Error('no track');
  return track;
}

describe('scanning with youtubei.js', () => {
  it('returns manual and automatic tracks of one language, with names', async () => {
    youtube.videos[ID] = {
      tracks: [
        english(),
        english({ kind: 'auto', name: 'English (auto-generated)' }),
        english({ suffix: 'nP7-2PuUl7o', name: 'English - CC' }),
      ],
    };
    const tracks = await open().list(ID, noAbort);
    expect(tracks).toMatchObject([
      { language: 'en', kind: 'manual', name: 'English', suffix: '' },
      { language: 'en', kind: 'auto', suffix: '' },
      { language: 'en', kind: 'manual', name: 'English - CC', suffix: 'nP7-2PuUl7o' },
    ]);
  });

  it('makes one request, to the configured host', async () => {
    youtube.videos[ID] = { tracks: [] };
    await open().list(ID, noAbort);
    expect(youtube.requests.map(({ endpoint }) => endpoint)).toEqual(['player']);
  });

  it('returns none for a playable video without captions', async () => {
    youtube.videos[ID] = { tracks: [] };
    expect(await open().list(ID, noAbort)).toEqual([]);
  });

  it.each([
    ['deleted', 'not-found'],
    ['removed', 'not-found'],
    ['private', 'private'],
    ['age-restricted', 'age-restricted'],
    ['region-blocked', 'region-blocked'],
    ['bot-blocked', 'bot-blocked'],
  ] as const)('reports a video that is %s', async (reason, kind) => {
    youtube.videos[ID] = UNPLAYABLE[reason];
    expect(await catchError(open().list(ID, noAbort))).toMatchObject({ kind });
  });

  it.each([
    ['tooMany', FAULTS.tooMany('120'), { kind: 'rate-limited', retryAfterSeconds: 120 }],
    ['tooMany, without a time', FAULTS.tooMany(), { kind: 'rate-limited', retryAfterSeconds: null }],
    ['consent page', FAULTS.consentPage, { kind: 'bad-payload' }],
    ['truncated JSON', FAULTS.truncatedJson, { kind: 'bad-payload' }],
    ['empty 200', FAULTS.empty, { kind: 'bad-payload' }],
    ['not UTF-8', FAULTS.notUtf8, { kind: 'bad-payload' }],
    ['cut socket', FAULTS.disconnect, { kind: 'answer-failed' }],
    ['huge body', FAULTS.huge, { kind: 'too-large' }],
    ['gzip bomb', FAULTS.gzipBomb, { kind: 'too-large' }],
    ['500', FAULTS.status(500), { kind: 'answer-failed' }],
    ['400', FAULTS.status(400), { kind: 'upstream-changed' }],
    ['another JSON', FAULTS.body('{"error": {}}'), { kind: 'upstream-changed' }],
    ['to another host', FAULTS.redirect('http://127.0.0.1:1/x'), { kind: 'upstream-changed' }],
    ['to a consent page', FAULTS.redirect('https://consent.youtube.com/m'), { kind: 'bad-payload' }],
    ['to a captcha', FAULTS.redirect('https://www.google.com/sorry/index'), { kind: 'bot-blocked' }],
  ])('reports a faulty response: %s', async (_, fault, expected) => {
    youtube.faults.player.push(fault);
    expect(await catchError(open().list(ID, noAbort))).toMatchObject(expected);
  });

  it.each([
    ['a slow drip', FAULTS.slowDrip],
    ['silence', FAULTS.silence],
  ])('times out on %s', async (_, fault) => {
    youtube.faults.player.push(fault);
    expect(await catchError(open({ timeoutMs: 150 }).list(ID, noAbort))).toMatchObject({ kind: 'time-out' });
  });

  it('reports that YouTube is unreachable', async () => {
    await youtube.close();
    expect(await catchError(open().list(ID, noAbort))).toMatchObject({ kind: 'unreachable' });
  });

  it('returns immediately when the caller aborts', async () => {
    youtube.faults.player.push(FAULTS.silence);
    const stop = new AbortController();
    const reason = new Error('stopped');
    setTimeout(() => stop.abort(reason), 50);
    expect(await catchError(open().list(ID, stop.signal))).toBe(reason);
  });

  it('skips an unreadable track, and returns the others', async () => {
    youtube.videos[ID] = { tracks: [english({ language: '<script>' }), english({ language: 'es' })] };
    expect(await open().list(ID, noAbort)).toMatchObject([{ language: 'es' }]);
  });

  it('names the setting if the cookies can’t be read', async () => {
    const failure = await catchError(open({ cookiesFile: '/absent/cookies.txt' }).list(ID, noAbort));
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('YOUTUBE_COOKIES_FILE'),
    });
  });

  it('uses a proxy, with its password, and sends only YouTube’s cookies', async () => {
    // The double's certificate is self-signed.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const proxy = await startTlsProxy(youtube.listener);
    const cookiesFile = path.join(tmpdir(), `sayback-cookies-${process.pid}.txt`);
    const line = (domain: string, name: string) => [domain, 'TRUE', '/', 'TRUE', '0', name, 'x'].join('\t');
    await writeFile(
      cookiesFile,
      `# Netscape HTTP Cookie File\n${line('.youtube.com', 'LOGIN_INFO')}\n${line('.bank.test', 'SECRET')}\n#HttpOnly_${line('.youtube.com', 'SAPISID')}\n`,
    );
    youtube.videos[ID] = { tracks: [english()] };
    const source = open({
      url: 'https://www.youtube.com',
      proxyUrl: proxy.url.replace('//', '//me:pass%20word@'),
      cookiesFile,
    });
    const [track] = await source.list(ID, noAbort);
    expect(track && (await source.fetch(ID, track, noAbort))).toContain('Hello');
    expect(proxy.targets).toEqual(['www.youtube.com:443', 'www.youtube.com:443']);
    expect(proxy.authorization()).toBe(`Basic ${Buffer.from('me:pass word').toString('base64')}`);
    expect(youtube.requests[0]?.headers.cookie).toBe('LOGIN_INFO=x; SAPISID=x');
    await proxy.close();
    vi.unstubAllEnvs();
  });
});

describe('downloading with youtubei.js', () => {
  it('downloads manual WebVTT and automatic json3', async () => {
    expect(await open().fetch(ID, await firstTrack(), noAbort)).toMatch(/^WEBVTT/);
    const auto = await firstTrack([english({ kind: 'auto' })]);
    expect(JSON.parse(await open().fetch(ID, auto, noAbort))).toHaveProperty('events');
  });

  it.each([
    ['429 with Retry-After', FAULTS.tooMany('7'), { kind: 'rate-limited', retryAfterSeconds: 7 }],
    ['empty 200', FAULTS.empty, { kind: 'empty-body' }],
    ['consent page as 200', FAULTS.consentPage, { kind: 'bad-payload' }],
    ['cut socket', FAULTS.disconnect, { kind: 'answer-failed' }],
    ['huge body', FAULTS.huge, { kind: 'too-large' }],
    ['gzip bomb', FAULTS.gzipBomb, { kind: 'too-large' }],
    ['not UTF-8', FAULTS.notUtf8, { kind: 'bad-payload' }],
    ['URL expired', FAULTS.status(404), { kind: 'track-gone' }],
    ['URL forbidden', FAULTS.status(403), { kind: 'track-gone' }],
    ['503', FAULTS.status(503), { kind: 'answer-failed' }],
  ])('reports a faulty response: %s', async (_, fault, expected) => {
    const track = await firstTrack();
    youtube.faults.track.push(fault);
    expect(await catchError(open().fetch(ID, track, noAbort))).toMatchObject(expected);
  });

  it('times out on a response that arrives too slowly', async () => {
    const track = await firstTrack();
    youtube.faults.track.push(FAULTS.slowDrip);
    const failure = await catchError(open({ timeoutMs: 150 }).fetch(ID, track, noAbort));
    expect(failure).toMatchObject({ kind: 'time-out' });
  });

  it('reports that YouTube requires a proof-of-origin token', async () => {
    const track = await firstTrack([english({ query: '&exp=xpe' })]);
    youtube.faults.track.push(FAULTS.empty);
    expect(await catchError(open().fetch(ID, track, noAbort))).toMatchObject({ kind: 'po-token-required' });
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data'],
    ['http://localhost:5432/'],
    ['https://evil.test/api/timedtext'],
    ['file:///etc/passwd'],
    ['http://['],
  ])('never requests an unconfigured host: %s', async (baseUrl) => {
    const track = await firstTrack([english({ baseUrl })]);
    const before = youtube.requests.length;
    expect(await catchError(open().fetch(ID, track, noAbort))).toMatchObject({ code: 'bad_gateway' });
    expect(youtube.requests).toHaveLength(before);
  });

  it('never follows a redirect to an unconfigured host', async () => {
    const other = await startYouTube();
    const track = await firstTrack();
    youtube.faults.track.push(FAULTS.redirect(`${other.url}/api/timedtext`));
    expect(await catchError(open().fetch(ID, track, noAbort))).toMatchObject({ kind: 'upstream-changed' });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('follows a redirect within the host', async () => {
    const track = await firstTrack();
    youtube.faults.track.push(FAULTS.redirect(new URL(track.handle).pathname + new URL(track.handle).search));
    expect(await open().fetch(ID, track, noAbort)).toContain('Hello');
  });
});
