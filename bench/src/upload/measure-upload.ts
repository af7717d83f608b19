import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { urlOf, videos } from '@sayback/contract';
import { apiOf, clipFile, ENGLISH_CLIP, tokensOf } from '../../../e2e/support/api.ts';
import { ADMIN, startSayback } from '../../../e2e/support/sayback-server.ts';
import { inMegabytes, inSeconds, timed } from '../metrics.ts';
import { atMost, info, type Report } from '../report.ts';
import { findServerProcess } from '../server-process.ts';
import { uploadPadded } from './padded-upload.ts';
import { residentBytes, watchMemory } from './process-memory.ts';

const BYTES = 2 * 1024 ** 3;
const FIRST_BYTES = 8 * 1024 ** 2;
const MAX_GROWTH = 50e6;
const SETTLE_MS = 1000;

/** Measures the server's memory during a large upload. */
export async function measureUpload(): Promise<Report> {
  const server = await startSayback();
  try {
    const { access: token } = await tokensOf(server.url, ADMIN);
    const { id } = await apiOf(server.url, token)(videos.createVideo, {
      body: { title: 'A long film', description: '', original_language: 'en' },
    });
    const address = server.url + urlOf(videos.uploadMedia.path, { id });
    const head = await readFile(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'));
    const pid = await findServerProcess(process.pid);
    const idle = await residentBytes(pid);
    await uploadPadded({ address, token, head, bytes: FIRST_BYTES });
    await sleep(SETTLE_MS);
    const before = await residentBytes(pid);
    const watch = watchMemory(pid);
    const { took } = await timed(() => uploadPadded({ address, token, head, bytes: BYTES }));
    await sleep(SETTLE_MS);
    const highest = watch.stop();
    return {
      rows: [
        atMost('memory gained while 2 GiB are uploaded', highest - before, MAX_GROWTH, inMegabytes),
        info(
          'memory gained since the server started, code for uploads included',
          inMegabytes(highest - idle),
        ),
        info('memory before the upload, and at most', `${inMegabytes(before)}, ${inMegabytes(highest)}`),
        info('time to upload 2 GiB', `${inSeconds(took)} (${inMegabytes(BYTES / (took / 1000))} a second)`),
      ],
      notes: [
        'A real MP4 followed by zeros, sent block by block over loopback; an upload of 8 MiB goes before it, so that ' +
          'what is loaded once isn’t counted. Memory is the resident set of the server’s process, read every 50 ms; ' +
          'the database’s processes aren’t in it.',
      ],
    };
  } finally {
    await server.stop();
  }
}
