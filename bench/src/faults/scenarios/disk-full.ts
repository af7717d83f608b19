import { setTimeout as sleep } from 'node:timers/promises';
import { subtitles } from '@sayback/contract';
import { filmOf } from '../../curation/film.ts';
import { inSeconds } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { leftOver } from '../support/leftover-files.ts';
import { mountSmallDisks, type SmallDisks } from '../support/small-disks.ts';
import { type SupervisedServer, superviseServer } from '../support/supervised-server.ts';
import { inWords, openTally, type Tally } from '../support/tally.ts';
import { acknowledgedByKind, checkAll, startTraffic, type Writer } from '../support/traffic.ts';
import { startTranslation } from '../support/translation-service.ts';
import { addVideo, newYouTubeId, prepareWorkload, type Workload } from '../support/workload.ts';

const DATABASE_MIB = 200;
const MEDIA_MIB = 4;
const MEDIA_FULL_MS = 6000;
const DATABASE_FULL_MS = 25_000;
const BACK_AIM_MS = 5000;
const LARGE_CUES = 4000;

type Parts = { disks: SmallDisks; server: SupervisedServer; scene: Workload; tally: Tally; faults: string[] };

const isMedia = ({ kind }: Writer) => kind === 'media';

async function lostOf(name: string, { scene, faults }: Parts): Promise<Row> {
  const lost = await checkAll(scene.writers, true);
  faults.push(...lost.map((what) => `${name}: lost ${what}`));
  return {
    what: `${name}: acknowledged and lost`,
    measured: String(lost.length),
    aim: '0',
    met: lost.length === 0,
  };
}

/** With a full media disk only uploads are refused; once there is room they continue. */
async function fillMedia(parts: Parts): Promise<Row[]> {
  const { disks, server, scene, tally, faults } = parts;
  const others = startTraffic(scene.writers.filter((writer) => !isMedia(writer)));
  await sleep(500);
  disks.fill('media');
  tally.take();
  await others.nextAcknowledged();
  const withoutMedia = tally.take();
  const uploads = startTraffic(scene.writers.filter(isMedia));
  await sleep(MEDIA_FULL_MS);
  const { counts, improper } = tally.take();
  const left = await leftOver(disks.reach('media'));
  disks.makeRoom('media');
  const begin = performance.now();
  await uploads.nextAcknowledged();
  const back = performance.now() - begin;
  await Promise.all([others.stop(), uploads.stop()]);
  if (server.ends.length > 0) faults.push(`media: the server ended (${server.ends.join(', ')})`);
  return [
    info('media full: answers before uploads', inWords(withoutMedia.counts)),
    info('media full: answers with uploads', inWords(counts)),
    info('media full: failures that are not as they should be', inWords(improper)),
    info('media full: files there meanwhile, with the ballast', left),
    atMost('media full: an upload is taken after room was made', back, BACK_AIM_MS, inSeconds),
    await lostOf('media full', parts),
  ];
}

/** Uploads large files until the server ends or the time is over: PostgreSQL's log needs room too. */
async function useUpRoom(
  { admin }: Workload,
  id: number,
  server: SupervisedServer,
  until: number,
): Promise<void> {
  for (let round = 0; server.ends.length === 0 && performance.now() < until; round += 1) {
    const form = new FormData();
    form.set('language', 'en');
    form.set('subtitle_file', new Blob([filmOf(LARGE_CUES + round, 'en')]), 'long.vtt');
    await admin(subtitles.uploadSubtitle, { params: { id }, form }).catch(() => sleep(100));
  }
}

/** With the database's disk full, saves are refused, and PostgreSQL may end; with room all continues by itself. */
async function fillDatabase(parts: Parts): Promise<Row[]> {
  const { disks, server, scene, tally } = parts;
  const traffic = startTraffic(scene.writers);
  const { id } = await addVideo(scene.admin, 'A very long film', newYouTubeId());
  await sleep(1000);
  disks.fill('database');
  tally.take();
  await useUpRoom(scene, id, server, performance.now() + DATABASE_FULL_MS);
  await sleep(2000);
  const { counts, improper, slowest } = tally.take();
  const ended = server.ends.length;
  disks.makeRoom('database');
  const begin = performance.now();
  await server.untilReady();
  await traffic.nextAcknowledged();
  const back = performance.now() - begin;
  await traffic.stop();
  return [
    info('database full: answers meanwhile', inWords(counts)),
    info('database full: failures that are not as they should be', inWords(improper)),
    info('database full: the slowest answer', inSeconds(slowest)),
    info('database full: the server ended, and was started again', `${ended} times`),
    atMost('database full: ready and written again after room was made', back, BACK_AIM_MS, inSeconds),
    await lostOf('database full', parts),
  ];
}

/** Fills the disk of the media, then that of the database, while people write. Needs root, for mounting small ones. */
export async function runDiskFull({ rounds = 1, say }: RunOptions): Promise<Report> {
  const disks = await mountSmallDisks({ database: DATABASE_MIB, media: MEDIA_MIB });
  if (!disks) return { rows: [info('disk-full', 'left out: mounting needs root')], notes: [] };
  const translation = await startTranslation();
  const settings = {
    ...translation.settings,
    DATA_DIR: disks.folderOf('database'),
    MEDIA_DIR: disks.folderOf('media'),
  };
  const server = await superviseServer({ settings, prefix: disks.prefix });
  const tally = openTally();
  const faults: string[] = [];
  try {
    await server.untilReady();
    const scene = await prepareWorkload({ urls: [server.url], tally });
    const parts = { disks, server, scene, tally, faults };
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}: the media's disk is full`);
      rows.push(...(await fillMedia(parts)));
      say(`round ${round} of ${rounds}: the database's disk is full`);
      rows.push(...(await fillDatabase(parts)));
    }
    return {
      rows: [...rows, info('acknowledged writes', inWords(acknowledgedByKind(scene.writers)))],
      notes: [
        `The database has a disk of ${DATABASE_MIB} MiB and the media one of ${MEDIA_MIB}, both in memory; a file of zeros takes what is left.`,
      ],
      failures: faults,
    };
  } catch (error) {
    say(`the server said last:\n${server.said()}`);
    throw error;
  } finally {
    await server.stop();
    translation.close();
    await disks.close();
  }
}
