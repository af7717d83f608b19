import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, candidates, type Endpoint, jobs, subtitles } from '@sayback/contract';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from './testing/candidate-calls.ts';
import { PASSWORD, signIn } from './testing/client.ts';
import { startLibreTranslate, type TranslationService } from './testing/doubles/translation-services.ts';
import { startYouTube, type YouTubeDouble } from './testing/doubles/youtube/youtube-double.ts';
import { followEventsAt } from './testing/event-reader.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo, addUntranslatedLines, listSegments } from './testing/library.ts';
import { ensureNginx, type Nginx, startNginx, UPSTREAM_HEADER } from './testing/processes/nginx.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';
import { SECRET, startApp, type TestApp } from './testing/start-app.ts';
import { callOnce, findLostProgress, type Response, startTraffic, type Traffic } from './testing/traffic.ts';

const LEARNERS = 6;
const LINES = 60;
const CAPTION_GAP_MS = 400;

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Server that creates the database and the data, and is closed before the tests. */
let setup: TestApp;
let youtube: YouTubeDouble;
let translation: TranslationService;
let nginx: Nginx;
let folder: string;
let servers: ServerProcess[] = [];
let admin: SignedIn;
let other: SignedIn;
let learners: SignedIn[];
let disabledUser: SignedIn;
let attacked: SignedIn;
let practised: { videoId: number; alignmentId: number; segments: number };
let untranslatedId: number;
let mismatchedId: number;
let candidatesToScan: { id: number; youtube_id: string }[];

const hasNginx = await ensureNginx();

const start = (name: string): Promise<ServerProcess> =>
  startServerProcess({
    DATABASE_URL: setup.databaseUrl,
    DATA_DIR: path.join(folder, name),
    MEDIA_DIR: path.join(folder, 'media'),
    SECRET_KEY: SECRET,
    TRUST_PROXY: '127.0.0.1',
    TRANSLATION_PROVIDER: 'libretranslate',
    TRANSLATION_URL: translation.url,
    YOUTUBE_URL: youtube.url,
    YOUTUBE_CAPTION_GAP_MS: String(CAPTION_GAP_MS),
  });

const getServerUrl = (index: 0 | 1): string => servers[index]?.url as string;

const createLines = (name: string) => Array.from({ length: LINES }, (_, n) => `${name} ${n}.`);

/** Creates the tests' data, before the servers start. */
async function createData(): Promise<void> {
  admin = await signIn(setup, 'admin');
  other = await signIn(setup, 'admin');
  disabledUser = await signIn(setup);
  attacked = await signIn(setup);
  learners = [];
  for (let n = 0; n < LEARNERS; n += 1) learners.push(await signIn(setup));
  const { videoId, alignmentId } = await addAlignedVideo(admin);
  practised = { videoId, alignmentId, segments: 2 };
  untranslatedId = await addUntranslatedLines(admin, createLines('Line'));
  mismatchedId = await addUntranslatedLines(admin, createLines('Other line'));
  const changes = (await listSegments(admin, mismatchedId)).map(({ id }) => ({
    op: 'update' as const,
    id,
    fields: { text_target: 'Hola.', mismatch: true },
  }));
  await admin.call(subtitles.changeSegments, { params: { id: mismatchedId }, body: { changes } });
  const calls = candidateCalls(setup, admin);
  candidatesToScan = await calls.add({}, {}, {}, {});
  for (const { youtube_id } of candidatesToScan) {
    youtube.videos[youtube_id] = { tracks: [{ language: 'en', kind: 'manual', name: 'English', cues: [] }] };
  }
}

beforeAll(async () => {
  if (!hasNginx) return;
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-several-'));
  [setup, youtube, translation] = await Promise.all([startApp(), startYouTube(), startLibreTranslate()]);
  await createData();
  await setup.closeServer();
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
  await setup?.close();
  await rm(folder, { recursive: true, force: true });
});

const profile = (url: string, { token }: SignedIn) => callOnce(url, token, accounts.getProfile);
const waitForRejection = (url: string, user: SignedIn) =>
  eventually(async () => expect((await profile(url, user)).status).toBe(401));
const logIn = (username: string, password: string, from: string, headers = {}) =>
  callOnce(nginx.url, null, accounts.login, { body: { username, password }, from, headers });

async function getJob(url: string, id: number): Promise<jobs.Job> {
  const { body } = await callOnce(url, admin.token, jobs.getJob, { params: { id } });
  return JSON.parse(body) as jobs.Job;
}

async function startTranslating(url: string, id: number, which: 'empty' | 'mismatches'): Promise<number> {
  const input = { params: { id }, body: { which } };
  const { body } = await callOnce(url, admin.token, subtitles.translateAlignment, input);
  return (JSON.parse(body) as { job_id: number }).job_id;
}

const startLearnerTraffic = (): Traffic =>
  startTraffic(
    nginx.url,
    learners.map(({ token }) => token),
    practised,
    5,
  );
const expectNoLostProgress = async (traffic: Traffic) =>
  expect(
    await findLostProgress(
      nginx.url,
      learners.map(({ token }) => token),
      practised.videoId,
      traffic,
    ),
  ).toEqual([]);

/** Waits until the traffic has sent `more` requests. */
async function waitForMore(traffic: Traffic, more: number): Promise<void> {
  const goal = traffic.saves() + traffic.reads() + more;
  await eventually(() => expect(traffic.saves() + traffic.reads()).toBeGreaterThan(goal), 60_000);
}

describe.skipIf(!hasNginx)('two servers behind nginx on one PostgreSQL', () => {
  it('both serve requests', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => profile(nginx.url, admin)));
    const by = new Set(responses.map(({ headers }) => headers[UPSTREAM_HEADER]));
    expect([...by].sort()).toEqual(servers.map(({ port }) => `127.0.0.1:${port}`).sort());
  });

  it('share sessions, and reject an ended session within five seconds', async () => {
    const body = { username: disabledUser.username, password: PASSWORD };
    const { body: pair } = await callOnce(getServerUrl(0), null, accounts.login, { body });
    const { access, refresh } = JSON.parse(pair) as { access: string; refresh: string };
    const session = { ...disabledUser, token: access };
    expect((await profile(getServerUrl(1), session)).status).toBe(200);
    await callOnce(getServerUrl(0), null, accounts.logout, { body: { refresh } });
    await waitForRejection(getServerUrl(1), session);

    expect((await profile(getServerUrl(1), disabledUser)).status).toBe(200);
    await callOnce(getServerUrl(0), admin.token, accounts.updateUser, {
      params: { id: disabledUser.id },
      body: { is_disabled: true },
    });
    await waitForRejection(getServerUrl(1), disabledUser);
  });

  it('share rate limits per client address, regardless of forged headers', async () => {
    const { username } = attacked;
    const forged = { 'x-forwarded-for': '10.9.8.7' };
    const responses: Response[] = [];
    for (let n = 0; n < 12; n += 1) responses.push(await logIn(username, 'a guess', '127.0.0.2', forged));
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(new Set(responses.map(({ headers }) => headers[UPSTREAM_HEADER])).size).toBe(2);
    expect((await logIn(username, PASSWORD, '127.0.0.2')).status).toBe(429);
    expect((await logIn(username, PASSWORD, '127.0.0.3')).status).toBe(200);
  });

  it('run a job once, and both report its progress', async () => {
    translation.faults.push(null);
    const proceed = translation.hold();
    const id = await startTranslating(getServerUrl(0), untranslatedId, 'empty');
    const followed = await Promise.all(
      ([0, 1] as const).map((index) =>
        followEventsAt(getServerUrl(index), admin.token, jobs.followJob, { params: { id } }),
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

  it('show editors on one server to those on the other', async () => {
    const params = { id: practised.alignmentId };
    const first = await followEventsAt(getServerUrl(0), admin.token, subtitles.followAlignment, {
      params,
      query: { tab: 'a' },
    });
    const second = await followEventsAt(getServerUrl(1), other.token, subtitles.followAlignment, {
      params,
      query: { tab: 'b' },
    });
    const both = [admin.username, other.username].sort();
    for (const { events } of [first, second]) {
      await eventually(() => {
        const last = events.filter(({ type }) => type === 'editors').at(-1);
        expect(last?.type === 'editors' && last.editors.map(({ username }) => username)).toEqual(both);
      });
    }
  });

  it('share one queue for caption requests', async () => {
    const before = youtube.requests.length;
    const scans = await Promise.all(
      candidatesToScan.map(({ id }, n) =>
        callOnce(getServerUrl(n % 2 === 0 ? 0 : 1), admin.token, candidates.scanSubtitles, {
          params: { id },
          body: {},
        }),
      ),
    );
    expect(scans.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const playerRequests = youtube.requests.slice(before).filter(({ endpoint }) => endpoint === 'player');
    expect(playerRequests).toHaveLength(4);
    const gaps = playerRequests
      .slice(1)
      .map(({ startedAt }, n) => startedAt - (playerRequests[n]?.endedAt ?? 0));
    // Timers may fire a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThan(CAPTION_GAP_MS * 0.7 - 2);
  });

  it('survive the kill of one under traffic: no request fails, no acknowledged write is lost, its job continues', async () => {
    // Pause the other server, so that this one takes the job.
    servers[0]?.process.kill('SIGSTOP');
    translation.calls.length = 0;
    translation.faults.push(null, { delay: 600_000 });
    const id = await startTranslating(getServerUrl(1), mismatchedId, 'mismatches');
    await eventually(async () => expect(await getJob(getServerUrl(1), id)).toMatchObject({ done: 25 }));
    await eventually(() => expect(translation.faults).toEqual([]));
    servers[0]?.process.kill('SIGCONT');
    const stream = await followEventsAt(getServerUrl(1), admin.token, jobs.followJob, { params: { id } });
    const traffic = startLearnerTraffic();
    await waitForMore(traffic, 100);
    await servers[1]?.kill();
    await stream.ended;
    await waitForMore(traffic, 100);
    await traffic.stop();
    // nginx resent the requests in flight to the other server. Saves are idempotent.
    expect(traffic.errors, nginx.errors()).toEqual([]);
    expect(nginx.errors()).toMatch(/prematurely closed|reset by peer|refused/);
    await expectNoLostProgress(traffic);
    const again = await followEventsAt(nginx.url, admin.token, jobs.followJob, { params: { id } });
    await again.ended;
    expect(again.events.at(-1)).toMatchObject({
      status: 'completed',
      result: { translated: LINES, failed: 0, from_memory: 0 },
    });
    // Each line was translated only once, and the previous translations were saved once.
    const lines = createLines('Other line');
    expect(translation.calls.flatMap(({ texts }) => texts).sort()).toEqual([...lines].sort());
    const get = async <Row>(endpoint: Endpoint, id: number, query = {}): Promise<Row> =>
      JSON.parse((await callOnce(nginx.url, admin.token, endpoint, { params: { id }, query })).body);
    const segments = await get<subtitles.Segment[]>(subtitles.listSegments, mismatchedId, { all: true });
    expect(segments.map(({ text_target }) => text_target)).toEqual(lines.map((line) => `[es] ${line}`));
    const { subtitle_id } = await get<subtitles.Alignment>(subtitles.getAlignment, mismatchedId);
    const saved = await get<{ reason: string }[]>(subtitles.listRevisions, subtitle_id);
    expect(saved.map(({ reason }) => reason)).toEqual(['translate']);
  });
});
