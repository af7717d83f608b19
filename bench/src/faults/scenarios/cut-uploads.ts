import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, videos } from '@sayback/contract';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import { info, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { callAs, callerOf } from '../support/api-call.ts';
import { filesOf } from '../support/leftover-files.ts';
import { cutUpload } from '../support/raw-upload.ts';
import { superviseServer } from '../support/supervised-server.ts';
import { openTally } from '../support/tally.ts';
import { addVideo, mediaHead } from '../support/workload.ts';
import { mediaForm, playedDigest } from '../writers/media-writer.ts';

const TENTHS = 10;
const MEDIA_BYTES = 3_000_000;
/** By then the server has put away what a cut left behind. */
const PUT_AWAY_MS = 5000;

async function untilFiles(folder: string, count: number): Promise<string[]> {
  const until = performance.now() + PUT_AWAY_MS;
  let names = await filesOf(folder);
  while (names.length !== count && performance.now() < until) {
    await sleep(50);
    names = await filesOf(folder);
  }
  return names;
}

/** Cuts an upload at every tenth of its length: the video plays what it played before, and no file is left over. */
export async function runCutUploads({ rounds = 1, say }: RunOptions): Promise<Report> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const media = path.join(dataDir, 'media');
  const server = await superviseServer({ settings: { DATA_DIR: dataDir } });
  const faults: string[] = [];
  let cuts = 0;
  let whole = 0;
  try {
    await server.untilReady();
    const site = { urls: [server.url], tally: openTally() };
    const admin = await callAs(site, ADMIN);
    const { access: token } = await callerOf(site)(accounts.login, { body: ADMIN });
    const { id: videoId } = await addVideo(admin, 'A hosted film');
    const of = { call: admin, urls: site.urls, videoId, head: await mediaHead(), bytes: MEDIA_BYTES };
    const upload = async () => {
      const { form, digest } = mediaForm(of.head, MEDIA_BYTES);
      await admin(videos.uploadMedia, { params: { id: videoId }, form });
      whole += 1;
      return digest;
    };
    let digest = await upload();
    const files = (await filesOf(media)).length;
    for (let round = 1; round <= rounds; round += 1) {
      for (let tenth = 0; tenth < TENTHS; tenth += 1) {
        const bytes = Buffer.concat([of.head, Buffer.alloc(MEDIA_BYTES)]);
        const sent = await cutUpload({
          url: server.url,
          token,
          videoId,
          media: bytes,
          share: tenth / TENTHS,
        });
        cuts += 1;
        const names = await untilFiles(media, files);
        const where = `cut after ${sent} bytes`;
        if (names.length !== files) faults.push(`${where}: lying about are ${names.join(', ')}`);
        if ((await playedDigest(of)) !== digest) faults.push(`${where}: the video plays something else`);
        digest = await upload();
        if ((await playedDigest(of)) !== digest) faults.push(`${where}: the next upload does not play`);
      }
      say(`round ${round} of ${rounds}: ${faults.length} faults`);
    }
    if (server.ends.length > 0) faults.push(`the server ended (${server.ends.join(', ')})`);
    return {
      rows: [
        info('uploads cut, and whole ones', `${cuts}, ${whole}`),
        { what: 'faults', measured: String(faults.length), aim: '0', met: faults.length === 0 },
      ],
      notes: [
        'An upload of 3 MB over a bare connection is cut at every tenth of its length. Then the video must play what it played, the folder hold as many files, and a whole upload be taken.',
      ],
      failures: faults,
    };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
