import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, urlOf, videos } from '@sayback/contract';
import type { Account } from '../../../../e2e/support/api.ts';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import { inSeconds } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { callAs, callerOf, Refusal } from '../support/api-call.ts';
import { type FakeClock, openFakeClock } from '../support/faketime.ts';
import { startProxiedDatabase } from '../support/proxied-database.ts';
import { type SupervisedServer, superviseServer } from '../support/supervised-server.ts';
import { inWords, openTally, type Tally } from '../support/tally.ts';
import { acknowledgedByKind, checkAll, startTraffic } from '../support/traffic.ts';
import { startTranslation } from '../support/translation-service.ts';
import { sessionNewsDelay } from '../support/two-servers.ts';
import { addVideo, newYouTubeId, prepareWorkload, type Workload } from '../support/workload.ts';
import { mediaForm } from '../writers/media-writer.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Errors of the servers' clocks, one after the other, in seconds; the database's clock is right throughout. */
const SHIFTS = [DAY, 0, -DAY, 0, 10 * MINUTE, -10 * MINUTE, 0];
/** libfaketime looks once a second. */
const SEEN_MS = 1500;
const TRAFFIC_MS = 4000;
const BACK_AIM_MS = 5000;
const LOGIN_WINDOW = 15 * MINUTE;
const LOGIN_ATTEMPTS = 11;

type Parts = {
  clock: FakeClock;
  /** The first is written to; the second has the limits of the product. */
  servers: [SupervisedServer, SupervisedServer];
  scene: Workload;
  tally: Tally;
  faults: string[];
  /** An access token whose session was ended before the first jump. */
  ended: string;
  trashed: number;
  /** A video whose media nobody replaces. */
  still: number;
};

const inWordsOf = (shift: number) =>
  shift === 0 ? 'right again' : `${shift > 0 ? '+' : '−'}${Math.abs(shift) >= DAY ? '1 day' : '10 min'}`;

/** Fails to sign in until that is limited; for how many seconds it then is, 0 when it isn't. */
async function lockOut(url: string, username: string): Promise<number> {
  for (let attempt = 0; attempt < LOGIN_ATTEMPTS; attempt += 1) {
    const answer = await fetch(url + urlOf(accounts.login.path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'wrong horse 9' }),
    });
    await answer.arrayBuffer();
    if (answer.status === 429) return Number(answer.headers.get('retry-after'));
  }
  return 0;
}

async function jumpTo(shift: number, number: number, parts: Parts): Promise<Row[]> {
  const { clock, servers, scene, tally, faults } = parts;
  const [server, strict] = servers;
  const name = `${number}. ${inWordsOf(shift)}`;
  const traffic = startTraffic(scene.writers);
  await sleep(1000);
  const before = await scene.admin(videos.getVideo, { params: { id: parts.still } });
  tally.take();
  await clock.shift(shift);
  const begin = performance.now();
  await sleep(SEEN_MS);
  await traffic.nextAcknowledged();
  const back = performance.now() - begin - SEEN_MS;
  await sleep(TRAFFIC_MS);
  await traffic.stop();
  const { counts, improper } = tally.take();

  const fault = (what: string) => faults.push(`${name}: ${what}`);
  for (const what of await checkAll(scene.writers, true)) fault(`lost ${what}`);
  if (server.ends.length + strict.ends.length > 0) fault('a server ended');
  if ((await server.readiness()) !== 200) fault('not ready');
  const letIn = await callerOf(
    { urls: [server.url], tally },
    () => parts.ended,
  )(accounts.getProfile).then(
    () => true,
    (error) => !(error instanceof Refusal && error.status === 401),
  );
  if (letIn) fault('an ended session was let in');
  const old = (await fetch(`${server.url}${before.media_url}`)).status;
  const { media_url } = await scene.admin(videos.getVideo, { params: { id: parts.still } });
  const renewed = (await fetch(`${server.url}${media_url}`)).status;
  if (renewed !== 200) fault(`a new address of media answers ${renewed}`);
  const trash = await scene.admin(videos.listManagedVideos, { query: { trashed: true } });
  if (!trash.some(({ id }) => id === parts.trashed)) fault('the trash was emptied before its time');
  const news = await sessionNewsDelay([server.url, strict.url], ADMIN);
  if (news === null) fault('news did not travel');
  // The same account throughout: limits from the time of the wrong clock must not last.
  const locked = await lockOut(strict.url, 'learner-0');
  if (locked > LOGIN_WINDOW) fault(`failed logins lock out for ${locked} s`);
  return [
    info(`${name}: answers`, inWords(counts)),
    info(`${name}: failures that are not as they should be`, inWords(improper)),
    atMost(`${name}: written again after`, Math.max(0, back), BACK_AIM_MS, inSeconds),
    info(`${name}: media by the address of before, by a new one`, `${old}, ${renewed}`),
    {
      what: `${name}: failed logins lock out for`,
      measured: `${locked} s`,
      aim: `1 to ${LOGIN_WINDOW} s`,
      met: locked > 0 && locked <= LOGIN_WINDOW,
    },
  ];
}

async function endedSession(url: string, tally: Tally, account: Account): Promise<string> {
  const site = { urls: [url], tally };
  const pair = await callerOf(site)(accounts.login, { body: account });
  await callerOf(site)(accounts.logout, { body: { refresh: pair.refresh } });
  await callAs(site, account);
  return pair.access;
}

/** Sets the servers' clocks wrong while they run, forward and back; the database has the right time. */
export async function runClock({ say }: RunOptions): Promise<Report> {
  const database = await startProxiedDatabase();
  const clock = await openFakeClock(path.join(database.folder, 'clock'));
  if (!clock) {
    await database.end();
    return { rows: [info('clock', 'left out: Debian’s faketime is not there')], notes: [] };
  }
  const translation = await startTranslation();
  const keep = (name: string, more: Record<string, string> = {}) =>
    superviseServer({
      settings: {
        ...database.settings,
        ...translation.settings,
        ...clock.settings,
        DATA_DIR: path.join(database.folder, name),
        ...more,
      },
    });
  const server = await keep('one');
  await server.untilReady();
  const strict = await keep('two', { RATE_LIMIT_FACTOR: '1' });
  const tally = openTally();
  const faults: string[] = [];
  try {
    await strict.untilReady();
    const scene = await prepareWorkload({ urls: [server.url], tally });
    const trashed = (await addVideo(scene.admin, 'A film in the trash', newYouTubeId())).id;
    await scene.admin(videos.deleteVideo, { params: { id: trashed } });
    const ended = await endedSession(server.url, tally, ADMIN);
    const still = (await addVideo(scene.admin, 'A hosted film that stays')).id;
    const { form } = mediaForm(scene.media.head, scene.media.bytes);
    await scene.admin(videos.uploadMedia, { params: { id: still }, form });
    const parts: Parts = { clock, servers: [server, strict], scene, tally, faults, ended, trashed, still };
    const rows: Row[] = [];
    for (const [at, shift] of SHIFTS.entries()) {
      say(`clock ${inWordsOf(shift)}`);
      rows.push(...(await jumpTo(shift, at + 1, parts)));
    }
    return {
      rows: [...rows, info('acknowledged writes', inWords(acknowledgedByKind(scene.writers)))],
      notes: [
        'The clocks of both servers jump while people write; the database’s is right. An address of media of before a jump of a day is expected to have expired: the page renews it.',
      ],
      failures: faults,
    };
  } catch (error) {
    say(`the servers said last:\n${server.said()}\n${strict.said()}`);
    throw error;
  } finally {
    await Promise.all([server.stop(), strict.stop()]);
    translation.close();
    await database.end();
  }
}
