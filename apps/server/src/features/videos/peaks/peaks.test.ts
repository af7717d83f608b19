import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { hasFfmpeg, silentClip, toneClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addVideo, hostClip } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { computePeaks } from './make-peaks.ts';

async function* stream(...chunks: Buffer[]) {
  yield* chunks;
}

async function collect(samples: AsyncIterable<Buffer>): Promise<number[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of computePeaks(samples)) chunks.push(chunk);
  return [...Buffer.concat(chunks)];
}

const createSamples = (...values: number[]) => Buffer.from(Int16Array.from(values).buffer);

describe('peaks of samples', () => {
  it('are the maximum of each twentieth of a second, in hundredths of full scale', async () => {
    const quiet = Array.from({ length: 400 }, (_, at) => (at === 17 ? -3277 : 12));
    const loud = Array.from({ length: 400 }, () => -32_768);
    expect(await collect(stream(createSamples(...quiet, ...loud, 16_384)))).toEqual([10, 100, 50]);
  });

  it('are the same for any split of the samples', async () => {
    const samples = createSamples(...Array.from({ length: 1000 }, (_, at) => at * 30));
    const expected = await collect(stream(samples));
    for (const at of [1, 799, 801, 1999]) {
      expect(await collect(stream(samples.subarray(0, at), samples.subarray(at)))).toEqual(expected);
    }
  });

  it('are empty without samples', async () => {
    expect(await collect(stream())).toEqual([]);
  });
});

const { server, admin } = await withServer();

const getPeaks = (id: number) => admin.call(videos.getPeaks, { params: { id } });

const waitForPeaks = (id: number) =>
  eventually(async () => {
    const response = await getPeaks(id);
    expect(response.status).not.toBe('making');
    return response;
  }, 180_000);

const addHosted = (bytes: Uint8Array, id?: number) => hostClip(admin, bytes, id);

const listStoredPeaks = async (id: number) => {
  const folder = path.join(server.dataDir, 'media', 'videos', String(id));
  return (await readdir(folder)).filter((name) => name.endsWith('.peaks'));
};

describe('peaks of a video', () => {
  it('don’t exist for a YouTube video or without media', async () => {
    expect(await getPeaks((await addVideo(admin)).id)).toEqual({ status: 'none', per_second: 20, peaks: [] });
    expect(await getPeaks((await addVideo(admin, { youtube_id: null })).id)).toMatchObject({
      status: 'none',
    });
  });

  it.skipIf(!hasFfmpeg)('are computed on request, and saved', async () => {
    const id = await addHosted(await toneClip());
    expect(await getPeaks(id)).toEqual({ status: 'making', per_second: 20, peaks: [] });
    const { status, peaks } = await waitForPeaks(id);
    expect(status).toBe('ready');
    expect(peaks.length).toBeGreaterThanOrEqual(238);
    expect(peaks.length).toBeLessThanOrEqual(244);
    // Positions in the middle of the first two and the last two seconds.
    expect([10, 30, 210, 230].map((at) => peaks[at])).toEqual([
      expect.toSatisfy((tone: number) => tone > 40 && tone < 60),
      expect.toSatisfy((silence: number) => silence < 3),
      expect.toSatisfy((tone: number) => tone > 40 && tone < 60),
      expect.toSatisfy((silence: number) => silence < 3),
    ]);
    expect(await getPeaks(id)).toEqual({ status, per_second: 20, peaks });
    expect(await listStoredPeaks(id)).toHaveLength(1);
  });

  it.skipIf(!hasFfmpeg)('are computed by one job for concurrent requests', async () => {
    const id = await addHosted(await toneClip());
    await Promise.all(Array.from({ length: 5 }, () => getPeaks(id)));
    await waitForPeaks(id);
    expect(await listStoredPeaks(id)).toHaveLength(1);
  });

  it.skipIf(!hasFfmpeg)('aren’t retried after a failure until there are new media', async () => {
    const id = await addHosted(await toneClip());
    await waitForPeaks(id);
    const { db } = server.context;
    await db.execute(sql`update videos set peaks_key = null where id = ${id}`);
    await db.execute(
      sql`update jobs set status = 'failed' where kind = 'peaks' and subject = ${`video:${id}`}`,
    );
    for (let call = 0; call < 3; call += 1) expect(await getPeaks(id)).toMatchObject({ status: 'none' });
    await addHosted(await toneClip(), id);
    expect(await waitForPeaks(id)).toMatchObject({ status: 'ready' });
  });

  it.skipIf(!hasFfmpeg)('don’t exist for media without audio, and aren’t retried', async () => {
    const id = await addHosted(await silentClip());
    expect(await waitForPeaks(id)).toMatchObject({ status: 'none', peaks: [] });
    expect(await getPeaks(id)).toMatchObject({ status: 'none' });
  });

  it.skipIf(!hasFfmpeg)(
    'are recomputed for new media, without deleting the peaks of the previous media in the trash',
    async () => {
      const id = await addHosted(await silentClip());
      await waitForPeaks(id);
      const before = await listStoredPeaks(id);
      await addHosted(await toneClip(), id);
      expect(await waitForPeaks(id)).toMatchObject({ status: 'ready' });
      expect(await listStoredPeaks(id)).toEqual(expect.arrayContaining(before));
      expect(await listStoredPeaks(id)).toHaveLength(2);
    },
  );
});
