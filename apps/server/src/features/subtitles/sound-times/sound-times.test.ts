import { readFile } from 'node:fs/promises';
import { jobs, subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { hasFfmpeg, silentClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addAlignedVideo, addSubtitle, hostClip } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { admin } = await withServer();

const CLIP = new URL('../../../../../../demo/clips/a-cat-called-biscuit/', import.meta.url);

async function addHosted(bytes: Uint8Array, srt: string): Promise<number> {
  return (await addSubtitle(admin, await hostClip(admin, bytes), 'en', srt)).id;
}

async function findTimes(id: number) {
  const { job_id } = await admin.call(subtitles.findSoundTimes, { params: { id } });
  return eventually(async () => {
    const job = await admin.call(jobs.getJob, { params: { id: job_id } });
    expect(jobs.hasEnded(job)).toBe(true);
    return job;
  }, 120_000);
}

const hasSound = async (id: number) => (await admin.call(subtitles.listCues, { params: { id } })).has_sound;

describe.skipIf(!hasFfmpeg)('finding a subtitle’s times from its video’s audio', () => {
  it('proposes times, and doesn’t change the cues', async () => {
    const srt = await readFile(new URL('en.srt', CLIP), 'utf8');
    const late = srt.replace(/00:0(\d):/g, (_, minute) => `00:0${Number(minute) + 1}:`);
    const id = await addHosted(await readFile(new URL('clip.mp4', CLIP)), late);
    expect(await hasSound(id)).toBe(true);
    const before = await admin.call(subtitles.listCues, { params: { id } });
    const job = await findTimes(id);
    expect(job.status).toBe('completed');
    const times = subtitles.soundTimes.parse(job.result);
    expect(times).toMatchObject({ scale: 1, isSure: true, steps: { length: 1 } });
    // The clip's cues start slightly before the speech.
    expect(Math.abs((times.steps[0]?.offset ?? 0) + 60_000)).toBeLessThan(200);
    expect(await admin.call(subtitles.listCues, { params: { id } })).toEqual(before);
  });

  it('finds no times in a silent video', async () => {
    const srt = await readFile(new URL('en.srt', CLIP), 'utf8');
    const id = await addHosted(await silentClip(), srt);
    expect(await findTimes(id)).toMatchObject({ status: 'completed', result: null });
  });
});

describe('a YouTube video', () => {
  it('has no audio to search', async () => {
    const { targetId } = await addAlignedVideo(admin);
    expect(await hasSound(targetId)).toBe(false);
    const refused = await admin.try(subtitles.findSoundTimes, { params: { id: targetId } });
    expect(refused.statusCode).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('There is no sound to go by');
  });
});
