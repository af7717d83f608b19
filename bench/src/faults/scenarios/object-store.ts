import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sayback/contract';
import { type S3Server, startS3Server } from '../../../../apps/server/src/testing/doubles/s3-server.ts';
import { inSeconds } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { withRetries } from '../support/api-call.ts';
import { type SupervisedServer, superviseServer } from '../support/supervised-server.ts';
import { inWords, openTally, type Tally } from '../support/tally.ts';
import { acknowledgedByKind, checkAll, startTraffic, type Writer } from '../support/traffic.ts';
import { startTranslation } from '../support/translation-service.ts';
import { addVideo, prepareWorkload, type Workload } from '../support/workload.ts';
import { mediaForm, playedDigest } from '../writers/media-writer.ts';

const DOWN_MS = 15_000;
const BACK_AIM_MS = 5000;
const ANSWER_AIM_MS = 40_000;

type Parts = {
  store: S3Server;
  server: SupervisedServer;
  scene: Workload;
  tally: Tally;
  plays: Tally;
  faults: string[];
};
type Way = { name: string; set: (store: S3Server, isDown: boolean) => Promise<void> | void };

const WAYS: Way[] = [
  { name: 'stopped', set: (store, isDown) => (isDown ? store.stop() : store.start()) },
  { name: 'silent', set: (store, isDown) => store.fail(isDown ? 'hang' : null) },
  { name: 'refusing', set: (store, isDown) => store.fail(isDown ? { status: 503, code: 'SlowDown' } : null) },
];

const isMedia = ({ kind }: Writer) => kind === 'media';

/** A client that watches the video's media, and counts the outcomes. */
function watcher({ scene, plays }: Parts): Writer {
  let count = 0;
  return {
    kind: 'plays',
    pause: 200,
    acknowledged: () => count,
    async write() {
      const begin = performance.now();
      try {
        await playedDigest(scene.media);
        plays.note('played', performance.now() - begin);
        count += 1;
      } catch (error) {
        plays.note(error instanceof Error ? error.message : 'broken', performance.now() - begin);
        throw error;
      }
    },
    check: async () => [],
  };
}

async function uploadAnew({ scene: { admin, media } }: Parts): Promise<void> {
  const { id } = await addVideo(admin, 'Another hosted film');
  await withRetries(() => {
    const { form } = mediaForm(media.head, media.bytes);
    return admin(videos.uploadMedia, { params: { id }, form });
  });
}

async function loseStore({ name, set }: Way, parts: Parts): Promise<Row[]> {
  const { store, server, scene, tally, plays, faults } = parts;
  const uploads = startTraffic(scene.writers.filter(isMedia));
  const playing = startTraffic([watcher(parts)]);
  await sleep(2000);
  tally.take();
  plays.take();
  await set(store, true);
  const others = startTraffic(scene.writers.filter((writer) => !isMedia(writer)));
  await others.nextAcknowledged();
  await sleep(DOWN_MS);
  await set(store, false);
  const begin = performance.now();
  // Requests in flight may still wait for their timeout: only new ones count.
  await Promise.all([uploadAnew(parts), withRetries(() => playedDigest(scene.media))]);
  const back = performance.now() - begin;
  await Promise.all([uploads.stop(), playing.stop(), others.stop()]);
  const { counts, improper, slowest } = tally.take();
  const played = plays.take();
  const lost = await checkAll(scene.writers, true);
  faults.push(...lost.map((what) => `${name}: lost ${what}`));
  if (server.ends.length > 0) faults.push(`${name}: the server ended (${server.ends.join(', ')})`);
  const unfinished = await store.unfinished();
  return [
    info(`${name}: answers`, inWords(counts)),
    info(`${name}: to those who watch`, inWords(played.counts)),
    info(`${name}: failures that are not as they should be`, inWords(improper)),
    atMost(`${name}: the slowest answer`, Math.max(slowest, played.slowest), ANSWER_AIM_MS, inSeconds),
    atMost(`${name}: uploaded and played again after`, back, BACK_AIM_MS, inSeconds),
    info(
      `${name}: objects, and uploads in parts left open`,
      `${(await store.keys()).length}, ${unfinished.length}`,
    ),
    {
      what: `${name}: acknowledged and lost`,
      measured: String(lost.length),
      aim: '0',
      met: lost.length === 0,
    },
  ];
}

/** Takes the object store away under uploads and playing: stopped, silent, and refusing. */
export async function runObjectStore({ rounds = 1, say }: RunOptions): Promise<Report> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const store = await startS3Server();
  const translation = await startTranslation();
  const server = await superviseServer({
    settings: { DATA_DIR: dataDir, ...store.environment, ...translation.settings },
  });
  const tally = openTally();
  const faults: string[] = [];
  try {
    await server.untilReady();
    const scene = await prepareWorkload({ urls: [server.url], tally });
    for (const writer of scene.writers) if (isMedia(writer)) await writer.write();
    const parts = { store, server, scene, tally, plays: openTally(), faults };
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of WAYS) {
        say(`round ${round} of ${rounds}: the object store is ${way.name}`);
        rows.push(...(await loseStore(way, parts)));
      }
    }
    return {
      rows: [...rows, info('acknowledged writes', inWords(acknowledgedByKind(scene.writers)))],
      notes: [
        `A loopback S3 server is down for ${DOWN_MS / 1000} s each while media are uploaded and played; other writes go on.`,
      ],
      failures: faults,
    };
  } catch (error) {
    say(`the server said last:\n${server.said()}`);
    throw error;
  } finally {
    await server.stop();
    translation.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
