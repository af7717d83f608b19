import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import { ensureYtDlp } from '../../testing/doubles/youtube/ensure-yt-dlp.ts';
import { startTlsProxy, type TlsProxy } from '../../testing/doubles/youtube/tls-proxy.ts';
import {
  type DoubleTrack,
  FAULTS,
  startYouTube,
  UNPLAYABLE,
  type YouTubeDouble,
} from '../../testing/doubles/youtube/youtube-double.ts';
import { eventually } from '../../testing/eventually.ts';
import type { SourceTrack } from './captions.ts';
import { openYtDlp } from './yt-dlp.ts';

const ID = 'abcdefghijk';
const never = new AbortController().signal;

const hasYtDlp = await ensureYtDlp();

describe.skipIf(!hasYtDlp)('the real yt-dlp, through a proxy to the YouTube double', () => {
  let youtube: YouTubeDouble;
  let proxy: TlsProxy;
  beforeAll(async () => {
    youtube = await startYouTube();
    proxy = await startTlsProxy(youtube.listener);
  });
  beforeEach(() => {
    for (const faults of Object.values(youtube.faults)) faults.length = 0;
  });
  afterAll(async () => {
    await proxy.close();
    await youtube.close();
  });

  const open = (settings: { timeoutMs?: number; cookiesFile?: string; proxyUrl?: string } = {}) =>
    openYtDlp({
      path: 'yt-dlp',
      proxyUrl: proxy.url,
      cookiesFile: null,
      timeoutMs: 10_000,
      options: ['--no-check-certificates', '--extractor-args', 'youtube:player_client=android'],
      ...settings,
    });

  const tracks: DoubleTrack[] = [
    { language: 'en', kind: 'manual', name: 'English', cues: [[1000, 2000, 'Hello']] },
    { language: 'en', kind: 'auto', name: 'English', cues: [[1000, 2000, 'hello there']] },
    { language: 'en', kind: 'manual', suffix: 'nP7-x', name: 'English - CC', cues: [[0, 500, '[door]']] },
    { language: 'pt-BR', kind: 'manual', name: 'Portuguese', cues: [[0, 500, 'Olá']] },
  ];

  it('lists manual and automatic tracks, without translations, and downloads each of them', async () => {
    youtube.videos[ID] = { tracks };
    const listed = await open().list(ID, never);
    expect(listed).toEqual([
      { language: 'en', kind: 'manual', name: 'English', suffix: '', handle: 'en' },
      { language: 'en', kind: 'manual', name: 'English - CC', suffix: 'nP7-x', handle: 'en-nP7-x' },
      { language: 'pt-BR', kind: 'manual', name: 'Portuguese', suffix: '', handle: 'pt-BR' },
      { language: 'en', kind: 'auto', name: 'en', suffix: '', handle: 'en-orig' },
    ]);
    const texts: string[] = [];
    for (const track of listed) texts.push(await open().fetch(ID, track, never));
    expect(texts.slice(0, 3).map((text) => text.startsWith('WEBVTT'))).toEqual([true, true, true]);
    expect(
      texts.map((text) => text.includes('Hello') || text.includes('[door]') || text.includes('Olá')),
    ).toEqual([true, true, true, false]);
    expect(JSON.parse(texts[3] ?? '')).toHaveProperty('events');
  });

  it('finds no tracks for a playable video without captions', async () => {
    youtube.videos[ID] = { tracks: [] };
    expect(await open().list(ID, never)).toEqual([]);
  });

  it.each([
    ['deleted', 'not-found'],
    ['private', 'private'],
    ['age-restricted', 'age-restricted'],
    ['region-blocked', 'region-blocked'],
    ['bot-blocked', 'bot-blocked'],
  ] as const)('reports a video that is %s', async (reason, kind) => {
    youtube.videos[ID] = UNPLAYABLE[reason];
    expect(await catchError(open().list(ID, never))).toMatchObject({ kind });
  });

  const track: SourceTrack = { language: 'en', kind: 'manual', name: '', suffix: '', handle: 'en' };

  it.each([
    ['consent page as 200', FAULTS.consentPage, 'bad-payload'],
    ['empty 200', FAULTS.empty, 'empty-body'],
    ['not UTF-8', FAULTS.notUtf8, 'bad-payload'],
    ['huge body', FAULTS.huge, 'too-large'],
    ['URL expired', FAULTS.status(404), 'track-gone'],
    ['429', FAULTS.tooMany(), 'rate-limited'],
  ] as const)('reports a faulty response: %s', async (_, fault, kind) => {
    youtube.videos[ID] = { tracks };
    youtube.faults.track.push(fault, fault, fault);
    expect(await catchError(open().fetch(ID, track, never))).toMatchObject({ kind });
  });

  it('reports a removed subtitle', async () => {
    youtube.videos[ID] = { tracks: [] };
    expect(await catchError(open().fetch(ID, track, never))).toMatchObject({ kind: 'track-gone' });
  });

  it('is killed when YouTube doesn’t respond', async () => {
    youtube.faults.player.push(FAULTS.silence);
    youtube.faults.watch.push(FAULTS.silence);
    expect(await catchError(open({ timeoutMs: 700 }).list(ID, never))).toMatchObject({ kind: 'time-out' });
  });

  it('reports an unreachable proxy', async () => {
    const failure = await catchError(open({ proxyUrl: 'http://127.0.0.1:1' }).list(ID, never));
    expect(failure).toMatchObject({ kind: 'unreachable' });
  });

  it('gets a copy of the cookies file, so that the original is unchanged', async () => {
    const cookiesFile = path.join(tmpdir(), `sayback-yt-dlp-cookies-${process.pid}.txt`);
    const cookies = '# Netscape HTTP Cookie File\n.youtube.com\tTRUE\t/\tTRUE\t0\tLOGIN_INFO\tx\n';
    await writeFile(cookiesFile, cookies);
    youtube.videos[ID] = { tracks };
    await open({ cookiesFile }).list(ID, never);
    expect(youtube.requests.some(({ headers }) => headers.cookie?.includes('LOGIN_INFO=x'))).toBe(true);
    expect(await readFile(cookiesFile, 'utf8')).toBe(cookies);
    await rm(cookiesFile);
  });
});

describe('a script in place of yt-dlp', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sayback-program-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function writeProgram(script: string): Promise<string> {
    const file = path.join(folder, `program-${Math.random().toString(36).slice(2)}`);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return file;
  }
  const open = (programPath: string, timeoutMs = 60_000) =>
    openYtDlp({ path: programPath, proxyUrl: null, cookiesFile: null, timeoutMs });

  it('a missing yt-dlp is reported with the name of its setting', async () => {
    const failure = await catchError(open(path.join(folder, 'absent')).list(ID, never));
    expect(failure).toMatchObject({ kind: 'not-installed', message: expect.stringContaining('YT_DLP_PATH') });
  });

  it('a hanging yt-dlp is killed with its child processes', async () => {
    const pids = path.join(folder, 'pids');
    const hanging = await writeProgram(`sleep 600 & echo $! $$ > ${pids}; wait`);
    expect(await catchError(open(hanging, 5000).list(ID, never))).toMatchObject({ kind: 'time-out' });
    const started = (await readFile(pids, 'utf8')).trim().split(' ');
    expect(started).toHaveLength(2);
    const isAlive = (pid: string) =>
      existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    await eventually(() => expect(started.filter(isAlive)).toEqual([]));
  });

  it('is killed when the caller aborts', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    setTimeout(() => stop.abort(reason), 50);
    expect(await catchError(open(await writeProgram('sleep 600')).list(ID, stop.signal))).toBe(reason);
  });

  it('a yt-dlp whose output never ends is killed', async () => {
    const endless = await writeProgram('yes');
    expect(await catchError(open(endless).list(ID, never))).toMatchObject({ kind: 'too-large' });
  });

  it('gets none of the server’s environment variables', async () => {
    process.env.SAYBACK_TEST_SECRET = 'hidden';
    const failing = await writeProgram(`env > ${folder}/env; echo 'ERROR: Private video' >&2; exit 1`);
    expect(await catchError(open(failing).list(ID, never))).toMatchObject({ kind: 'private' });
    expect(await readFile(path.join(folder, 'env'), 'utf8')).not.toContain('hidden');
    delete process.env.SAYBACK_TEST_SECRET;
  });

  it.each([['abc; rm -rf'], ['--exec=sh'], ['../../../..'], ['']])(
    'is never run for an invalid id: %j',
    async (id) => {
      const recording = await writeProgram(`touch ${folder}/was-run`);
      expect(await catchError(open(recording).list(id, never))).toMatchObject({ kind: 'not-found' });
      expect(existsSync(path.join(folder, 'was-run'))).toBe(false);
    },
  );

  it('an unknown error of yt-dlp is reported as upstream-changed', async () => {
    const broken = await writeProgram(`echo 'ERROR: unknown' >&2; exit 1`);
    expect(await catchError(open(broken).list(ID, never))).toMatchObject({
      kind: 'upstream-changed',
      details: expect.stringContaining('ERROR: unknown'),
    });
  });

  it('output of yt-dlp other than lists gives no tracks', async () => {
    const broken = await writeProgram(`echo 'null'; echo '[1]'; echo 'NA'`);
    expect(await catchError(open(broken).list(ID, never))).toMatchObject({ kind: 'upstream-changed' });
  });
});
