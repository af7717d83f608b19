import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { videos } from '@sayback/contract';
import { startS3Server } from '../../../apps/server/src/testing/doubles/s3-server.ts';
import { ApiError } from '../../../apps/web/src/api/api-error.ts';
import { type PartsToSend, sendParts } from '../../../apps/web/src/features/videos/upload/send-parts.ts';
import { adminApi, clipFile, ENGLISH_CLIP } from '../../../e2e/support/api.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { inSeconds, timed } from '../metrics.ts';
import { info, none, type Report } from '../report.ts';

const BYTES = 2 * 1024 ** 3;
const CUTS = 10;

async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** Sends a part as a browser does, from the file. */
const putPart: PartsToSend['put'] = (address, bytes) =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(0));
    const sending = request(
      address,
      { method: 'PUT', headers: { 'content-length': bytes.size } },
      (answer) => {
        answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : fail()));
      },
    );
    sending.on('error', fail);
    Readable.fromWeb(bytes.stream() as never)
      .on('error', fail)
      .pipe(sending);
  });

/** Uploads 2 GiB in parts to a real S3 server by the browser's code, cut off ten times, and compares what is stored. */
export async function measureParts(): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-parts-'));
  const store = await startS3Server();
  const publicUrl = `${store.settings.endpoint}/${store.settings.bucket}`;
  const server = await startSayback({ ...store.environment, S3_PUBLIC_URL: publicUrl });
  try {
    const file = path.join(folder, 'film.mp4');
    const clip = await readFile(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'));
    const handle = await open(file, 'w');
    await handle.write(clip);
    await handle.truncate(BYTES);
    await handle.close();

    const admin = await adminApi(server.url);
    const { id } = await admin(videos.createVideo, {
      body: { title: 'A long film', original_language: 'en' },
    });
    const params = { id };
    const head = clip.subarray(0, videos.MEDIA_HEAD_BYTES).toString('base64');
    const { upload } = await admin(videos.startMediaUpload, { params, body: { bytes: BYTES, head } });
    if (!upload) throw new Error('the server takes no parts');
    store.cutParts(CUTS);
    let addresses = 0;
    const { took } = await timed(async () => {
      const { name, part_bytes: partBytes, part_count: partCount } = upload;
      await sendParts({
        file: await openAsBlob(file),
        ...{ partBytes, partCount, put: putPart, onProgress: () => undefined },
        isReadable: async () => true,
        signal: new AbortController().signal,
        addressOf: async (part) => {
          addresses += 1;
          const body = { upload: name, parts: [part] };
          return (await admin(videos.signMediaParts, { params, body })).addresses[0] ?? '';
        },
      });
      const form = new FormData();
      form.set('upload', name);
      await admin(videos.finishMediaUpload, { params, form });
    });
    const { media_url } = await admin(videos.getVideo, { params });
    const { body } = await fetch(media_url ?? '');
    const stored = await digestOf(Readable.fromWeb(body as never));
    const differs = stored !== (await digestOf(createReadStream(file)));
    return {
      rows: [
        none(
          `files that differ of one of 2 GiB whose parts were cut off ${CUTS - store.cutsLeft()} times`,
          Number(differs),
        ),
        info('parts, and addresses for them', `${upload.part_count}, ${addresses}`),
        info('time to upload them and to join them', inSeconds(took)),
      ],
      notes: [
        'In parts: to a real S3 server (s3rver) on loopback, by the web app’s code and Node’s client. A part that is cut off is broken after a MiB of it.',
      ],
    };
  } finally {
    await server.stop();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
