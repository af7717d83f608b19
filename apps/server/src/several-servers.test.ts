import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, candidates, jobs, subtitles } from '@sayback/contract';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from './testing/candidate-calls.ts';
import { PASSWORD, signIn } from './testing/client.ts';
import { startLibreTranslate, type TranslationService } from './testing/doubles/translation-services.ts';
import { startYouTube, type YouTubeDouble } from './testing/doubles/youtube/youtube-double.ts';
import { followEventsAt } from './testing/event-reader.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo, addUntranslated } from './testing/library.ts';
import { ANSWERED_BY, ensureNginx, type Nginx, startNginx } from './testing/processes/nginx.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';
import { SECRET, startApp, type TestApp } from './testing/start-app.ts';
import { type Answer, callOnce, lostProgress, startTraffic, type Traffic } from './testing/traffic.ts';

const LEARNERS = 6;
const LINES = 60;
const CAPTION_GAP_MS = 400;

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Created the database and filled it; it serves no requests. */
let maker: TestApp;
let youtube: YouTubeDouble;
let translation: TranslationService;
let nginx: Nginx;
let folder: string;
let servers: ServerProcess[] = [];
let admin: SignedIn;
let other: SignedIn;
let learners: SignedIn[];
let leaving: SignedIn;
let guessed: SignedIn;
let practised: { videoId: number; alignmentId: number; segments: number };
let untranslated: number[];
let waiting: { id: number; youtube_id: string }[];

const hasNginx = await ensureNginx();

const start = (name: string): Promise<ServerProcess> =>
  startServerProcess({
    DATABASE_URL: maker.databaseUrl,
    DATA_DIR: path.join(folder, name),
    MEDIA_DIR: path.join(folder, 'media'),
    SECRET_KEY: SECRET,
    TRUST_PROXY: '127.0.0.1',
    TRANSLATION_PROVIDER: 'libretranslate',
    TRANSLATION_URL: translation.url,
    YOUTUBE_URL: youtube.url,
    YOUTUBE_CAPTION_GAP_MS: String(CAPTION_GAP_MS),
  });

const at = (which: 0 | 1): string => servers[which]?.url as string;

/** Creates the tests' data, before the servers start. */
async function fill(): Promise<void> {
  admin = await signIn(maker, 'admin');
  other = await signIn(maker, 'admin');
  leaving = await signIn(maker);
  guessed = await signIn(maker);
  learners = [];
  for (let n = 0; n < LEARNERS; n += 1) learners.push(await signIn(maker));
  const { videoId, alignmentId } = await addAlignedVideo(admin);
  practised = { videoId, alignmentId, segments: 2 };
  const lines = Array.from({ length: LINES }, (_, n) => `Line ${n}.`);
  untranslated = [await addUntranslated(admin, lines), await addUntranslated(admin, lines)];
  const calls = candidateCalls(maker, admin);
  waiting = await calls.add({}, {}, {}, {});
  for (const { youtube_id } of waiting) {
    youtube.videos[youtube_id] = { tracks: [{ language: 'en', kind: 'manual', name: 'English', cues: [] }] };
  }
}

beforeAll(async () => {
  if (!hasNginx) return;
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-several-'));
  [maker, youtube, translation] = await Promise.all([startApp(), startYouTube(), startLibreTranslate()]);
  await fill();
  await maker.closeServer();
  servers = await Promise.all([start('one'), start('two')]);
  nginx = await startNginx(
    await getPort({ host: '127.0.0.1' }),
    servers.map(({ port }) => port),
  );
});

afterAll(async () => {
  if (!hasNginx) return;
  await nginx?.stop();
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all([youtube?.close(), translation?.close()]);
  await maker?.close();
  await rm(folder, { recursive: true, force: true });
});

const profile = (url: string, { token }: SignedIn) => callOnce(url, token, accounts.getProfile);
const untilRefused = (url: string, user: SignedIn) =>
  eventually(async () => expect((await profile(url, user)).status).toBe(401));
const logIn = (username: string, password: string, from: string, headers = {}) =>
  callOnce(nginx.url, null, accounts.login, { body: { username, password }, from, headers });

async function getJob(url: string, id: number): Promise<jobs.Job> {
  const { body } = await callOnce(url, admin.token, jobs.getJob, { params: { id } });
  return JSON.parse(body) as jobs.Job;
}

async function startTranslating(url: string, alignmentId: number): Promise<number> {
  const input = { params: { id: alignmentId }, body: { which: 'empty' } };
  const { body } = await callOnce(url, admin.token, subtitles.translateAlignment, input);
  return (JSON.parse(body) as { job_id: number }).job_id;
}

const traffic = (): Traffic =>
  startTraffic(
    nginx.url,
    learners.map(({ token }) => token),
    practised,
    5,
  );
const expectNothingLost = async (of: Traffic) =>
  expect(
    await lostProgress(
      nginx.url,
      learners.map(({ token }) => token),
      practised.videoId,
      of,
    ),
  ).toEqual([]);

/** Waits until the traffic has sent that many more requests. */
async function waitForMore(of: Traffic, more: number): Promise<void> {
  const goal = of.saves() + of.reads() + more;
  await eventually(() => expect(of.saves() + of.reads()).toBeGreaterThan(goal), 60_000);
}

describe.skipIf(!hasNginx)('two servers behind nginx on one PostgreSQL', () => {
  it('serve both', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => profile(nginx.url, admin)));
    const by = new Set(responses.map(({ headers }) => headers[ANSWERED_BY]));
    expect([...by].sort()).toEqual(servers.map(({ port }) => `127.0.0.1:${port}`).sort());
  });

  it('share sessions, and refuse an ended one everywhere within five seconds', async () => {
    const body = { username: leaving.username, password: PASSWORD };
    const { body: pair } = await callOnce(at(0), null, accounts.login, { body });
    const { access, refresh } = JSON.parse(pair) as { access: string; refresh: string };
    const session = { ...leaving, token: access };
    expect((await profile(at(1), session)).status).toBe(200);
    await callOnce(at(0), null, accounts.logout, { body: { refresh } });
    await untilRefused(at(1), session);

    expect((await profile(at(1), leaving)).status).toBe(200);
    await callOnce(at(0), admin.token, accounts.updateUser, {
      params: { id: leaving.id },
      body: { is_disabled: true },
    });
    await untilRefused(at(1), leaving);
  });

  it('share rate limits, by the address that the proxy saw and regardless of the client’s headers', async () => {
    const { username } = guessed;
    const forged = { 'x-forwarded-for': '10.9.8.7' };
    const responses: Answer[] = [];
    for (let n = 0; n < 12; n += 1) responses.push(await logIn(username, 'a guess', '127.0.0.2', forged));
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(new Set(responses.map(({ headers }) => headers[ANSWERED_BY])).size).toBe(2);
    expect((await logIn(username, PASSWORD, '127.0.0.2')).status).toBe(429);
    expect((await logIn(username, PASSWORD, '127.0.0.3')).status).toBe(200);
  });

  it('run a job once, and show its progress on both', async () => {
    translation.faults.push(null);
    const proceed = translation.hold();
    const id = await startTranslating(at(0), untranslated[0] as number);
    const followed = await Promise.all(
      ([0, 1] as const).map((which) =>
        followEventsAt(at(which), admin.token, jobs.followJob, { params: { id } }),
      ),
    );
    for (const { events } of followed) {
      await eventually(() => expect(events.at(-1)?.done).toBeGreaterThan(0));
    }
    proceed();
    for (const { events, ended } of followed) {
      await ended;
      expect(events.some(({ status, done }) => status === 'running' && done > 0 && done < LINES)).toBe(true);
      expect(events.at(-1)).toMatchObject({ status: 'completed', result: { translated: LINES, failed: 0 } });
    }
    const texts = translation.calls.flatMap(({ texts }) => texts);
    expect(new Set(texts).size).toBe(LINES);
    expect(texts).toHaveLength(LINES);
  });

  it('show editors to each other', async () => {
    const params = { id: practised.alignmentId };
    const here = await followEventsAt(at(0), admin.token, subtitles.followAlignment, {
      params,
      query: { tab: 'a' },
    });
    const there = await followEventsAt(at(1), other.token, subtitles.followAlignment, {
      params,
      query: { tab: 'b' },
    });
    const both = [admin.username, other.username].sort();
    for (const { events } of [here, there]) {
      await eventually(() => {
        const last = events.filter(({ type }) => type === 'editors').at(-1);
        expect(last?.type === 'editors' && last.editors.map(({ username }) => username)).toEqual(both);
      });
    }
  });

  it('request captions in one queue', async () => {
    const before = youtube.requests.length;
    const scans = await Promise.all(
      waiting.map(({ id }, n) =>
        callOnce(at(n % 2 === 0 ? 0 : 1), admin.token, candidates.scanSubtitles, {
          params: { id },
          body: {},
        }),
      ),
    );
    expect(scans.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const playerRequests = youtube.requests.slice(before).filter(({ endpoint }) => endpoint === 'player');
    expect(playerRequests).toHaveLength(4);
    const gaps = playerRequests.slice(1).map(({ from }, n) => from - (playerRequests[n]?.to ?? 0));
    // Timers may fire a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThan(CAPTION_GAP_MS * 0.7 - 2);
  });

  it('survive killing one under traffic: no request fails, no acknowledged write is lost, its job continues', async () => {
    // The other server is paused meanwhile, so the job is this one's.
    servers[0]?.process.kill('SIGSTOP');
    translation.faults.push(null, { delay: 60_000 });
    const id = await startTranslating(at(1), untranslated[1] as number);
    await eventually(async () => expect(await getJob(at(1), id)).toMatchObject({ done: 25 }));
    servers[0]?.process.kill('SIGCONT');
    const stream = await followEventsAt(at(1), admin.token, jobs.followJob, { params: { id } });
    const running = traffic();
    await waitForMore(running, 100);
    await servers[1]?.kill();
    await stream.ended;
    await waitForMore(running, 100);
    await running.stop();
    // Its requests in flight went to the other server: reads, and saves, which are idempotent.
    expect(running.errors, nginx.errors()).toEqual([]);
    expect(nginx.errors()).toMatch(/prematurely closed|reset by peer|refused/);
    await expectNothingLost(running);
    const again = await followEventsAt(nginx.url, admin.token, jobs.followJob, { params: { id } });
    await again.ended;
    expect(again.events.at(-1)).toMatchObject({
      status: 'completed',
      result: { translated: LINES, failed: 0 },
    });
  });
});
