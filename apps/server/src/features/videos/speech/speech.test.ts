import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { subtitles, videos } from '@sayback/contract';
import { decodeProfile, splitStretches } from '@sayback/speech';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { hasFfmpeg, silentClip, toneClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addSubtitle, addVideo, hostClip } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { SPEECH_STRETCHES } from './make-speech.ts';
import { profileStretch } from './profile-stretch.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

const getSpeech = (id: number, from = 0, to = 12_000, user: Client = learner) =>
  user.call(videos.getSpeech, { params: { id }, query: { from, to } });

const waitForProfile = (id: number) =>
  eventually(async () => {
    const speech = await getSpeech(id);
    expect(speech.status).not.toBe('making');
    return speech;
  }, 180_000);

const addHosted = (bytes: Uint8Array, id?: number) => hostClip(admin, bytes, id);

const listStoredProfiles = async (id: number) => {
  const folder = path.join(server.dataDir, 'media', 'videos', String(id));
  return (await readdir(folder)).filter((name) => name.endsWith('.speech'));
};

const decodeBase64Profile = (profile: string) => decodeProfile(Buffer.from(profile, 'base64'));

describe('stretches of samples', () => {
  const SECOND = 32_000;

  async function* splitSound(sound: Buffer, size: number) {
    for (let at = 0; at < sound.length; at += size) yield sound.subarray(at, at + size);
  }

  it.each([1000, 64 * 1024, 1e9])(
    'are the same in chunks of %d bytes, with consecutive frames',
    async (size) => {
      const sound = Buffer.from(
        Int16Array.from({ length: (150 * SECOND) / 2 }, (_, at) => at % 30_011).buffer,
      );
      let frames = 0;
      for await (const { samples, from, to } of splitStretches(splitSound(sound, size), SPEECH_STRETCHES)) {
        expect(samples.length).toBeLessThanOrEqual(70 * SECOND);
        expect(
          Buffer.from(samples)
            .subarray(from * 320, to * 320)
            .equals(sound.subarray(frames * 320, (frames + to - from) * 320)),
        ).toBe(true);
        frames += to - from;
      }
      expect(frames).toBe(15_000);
    },
  );

  it('have the same profile as in the whole audio', () => {
    const samples = Buffer.from(
      Int16Array.from({ length: SECOND / 2 }, (_, at) => (at < SECOND / 4 ? 0 : 9000 * Math.sin(at / 5)))
        .buffer,
    );
    const full = decodeProfile(profileStretch({ samples, from: 0, to: 100 }));
    const part = decodeProfile(profileStretch({ samples, from: 40, to: 70 }));
    expect(part.loudness).toEqual(full.loudness.slice(40, 70));
  });
});

describe('the speech profile of a video', () => {
  it('doesn’t exist for YouTube videos or without media', async () => {
    const none = { status: 'none', from_ms: 0, profile: '' };
    expect(await getSpeech((await addVideo(admin)).id)).toEqual(none);
    expect(await getSpeech((await addVideo(admin, { youtube_id: null })).id, 0, 1000, admin)).toEqual(none);
  });

  it('can be requested for stretches of at most two minutes, whose end is after their start', async () => {
    const { id } = await addVideo(admin);
    for (const [from, to] of [
      [0, 120_001],
      [5, 5],
    ]) {
      const refused = await learner.try(videos.getSpeech, { params: { id }, query: { from, to } });
      expect(refused.statusCode).toBe(400);
    }
  });

  it('is a 404 for users who can’t see the video', async () => {
    const { id } = await addVideo(admin, { published: false });
    const refused = await learner.try(videos.getSpeech, { params: { id }, query: { from: 0, to: 1 } });
    expect(refused.statusCode).toBe(404);
  });

  it.skipIf(!hasFfmpeg)('is computed at the upload, with at most 1.6 kB per second', async () => {
    const id = await addHosted(await toneClip());
    const { status, from_ms, profile } = await waitForProfile(id);
    expect({ status, from_ms }).toEqual({ status: 'ready', from_ms: 0 });
    expect(Buffer.from(profile, 'base64').length).toBeLessThanOrEqual(12.3 * 1600);
    const { loudness } = decodeBase64Profile(profile);
    expect(loudness.length).toBeGreaterThanOrEqual(1190);
    // Frames in the middle of a tone, and of the silence after it.
    expect(loudness[50]).toBeGreaterThan(-20);
    expect(loudness[150]).toBeLessThan(-60);
    expect(await listStoredProfiles(id)).toHaveLength(1);
  });

  it.skipIf(!hasFfmpeg)('is returned for the requested stretch, up to the end of the media', async () => {
    const id = await addHosted(await toneClip());
    const full = decodeBase64Profile((await waitForProfile(id)).profile);
    const part = await getSpeech(id, 1005, 2500);
    expect(part.from_ms).toBe(1000);
    expect(decodeBase64Profile(part.profile).loudness).toEqual(full.loudness.slice(100, 250));
    expect(decodeBase64Profile((await getSpeech(id, 11_500, 100_000)).profile).loudness).toEqual(
      full.loudness.slice(1150),
    );
    expect(decodeBase64Profile((await getSpeech(id, 50_000, 60_000)).profile).loudness).toHaveLength(0);
  });

  it.skipIf(!hasFfmpeg)('is computed on request for older media', async () => {
    const id = await addHosted(await toneClip());
    await waitForProfile(id);
    await server.context.db.execute(sql`update videos set speech_key = null where id = ${id}`);
    expect(await getSpeech(id)).toMatchObject({ status: 'making' });
    expect(await waitForProfile(id)).toMatchObject({ status: 'ready' });
  });

  it.skipIf(!hasFfmpeg).each(['failed', 'stopped'])(
    'isn’t recomputed when it is read after its job has %s, but when cuts are fitted',
    async (status) => {
      const id = await addHosted(await toneClip());
      await waitForProfile(id);
      const { db } = server.context;
      // A request while the profile is being saved can start a second job.
      const listStatuses = async () => {
        const { rows } = await db.execute<{ status: string }>(
          sql`select distinct status from jobs where kind = 'speech' and subject = ${`video:${id}`}`,
        );
        return rows.map((row) => row.status);
      };
      await eventually(async () => expect(await listStatuses()).toEqual(['completed']));
      await db.execute(sql`update videos set speech_key = null where id = ${id}`);
      await db.execute(
        sql`update jobs set status = ${status} where kind = 'speech' and subject = ${`video:${id}`}`,
      );
      for (const viewer of [learner, admin, learner])
        expect(await getSpeech(id, 0, 12_000, viewer)).toMatchObject({ status: 'none', profile: '' });
      expect(await listStatuses()).toEqual([status]);

      const srt = '1\n00:00:02,300 --> 00:00:03,300\nOne tone\n';
      await addSubtitle(admin, id, 'en', srt);
      const target = await addSubtitle(admin, id, 'es', srt);
      const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
      await admin.call(subtitles.fitCuts, { params: { id: alignment_id } });
      await eventually(async () => expect(await getSpeech(id)).toMatchObject({ status: 'ready' }));
    },
  );

  it.skipIf(!hasFfmpeg)('is computed for new media even if it failed for the previous ones', async () => {
    const id = await addHosted(await toneClip());
    await waitForProfile(id);
    await server.context.db.execute(sql`update videos set speech_key = null where id = ${id}`);
    await server.context.db.execute(sql`update jobs set status = 'failed' where subject = ${`video:${id}`}`);
    await addHosted(await toneClip(), id);
    expect(await waitForProfile(id)).toMatchObject({ status: 'ready' });
  });

  it.skipIf(!hasFfmpeg)('is missing without audio, and recomputed for new media', async () => {
    const id = await addHosted(await silentClip());
    expect(await waitForProfile(id)).toMatchObject({ status: 'none', profile: '' });
    expect(await getSpeech(id)).toMatchObject({ status: 'none' });
    const [before] = await listStoredProfiles(id);
    await addHosted(await toneClip(), id);
    expect(await waitForProfile(id)).toMatchObject({ status: 'ready' });
    expect(await listStoredProfiles(id)).not.toContain(before);
  });
});
