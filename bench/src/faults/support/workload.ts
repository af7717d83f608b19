import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { accounts, subtitles, videos } from '@sayback/contract';
import { clipFile, ENGLISH_CLIP } from '../../../../e2e/support/api.ts';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import { makeFilm } from '../../curation/film.ts';
import {
  createFileWriter,
  createRegistrationWriter,
  createRevisionWriter,
} from '../writers/adding-writers.ts';
import { createProgressWriter, createSegmentWriter } from '../writers/change-writers.ts';
import { createJobWriter } from '../writers/job-writer.ts';
import { createMediaWriter, type MediaOf } from '../writers/media-writer.ts';
import { createSegmentReader } from '../writers/segment-reader.ts';
import { type ApiCall, callAs, createCaller, type Site } from './api-call.ts';
import type { Writer } from './traffic.ts';

const CUES = 60;
const LEARNERS = 4;
const EDITORS = 3;
const READERS = 12;
/** Number of bytes, enough to detect the media type. */
const HEAD_BYTES = 4096;
export const MEDIA_BYTES = 200_000;

export const PASSWORD = 'correct horse 9';

async function readMediaHead(): Promise<Uint8Array> {
  return (await readFile(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'))).subarray(0, HEAD_BYTES);
}

export const createYouTubeId = () => randomBytes(8).toString('base64url');

/** Adds a video that waits for its media file, or plays from YouTube. */
export const addVideo = (admin: ApiCall, title: string, youtube_id?: string) =>
  admin(videos.createVideo, { body: { title, description: '', original_language: 'en', youtube_id } });

/** Adds a video with an aligned translation. */
async function addAligned(admin: ApiCall, title: string) {
  const { id } = await addVideo(admin, title, createYouTubeId());
  const upload = (language: string) => {
    const form = new FormData();
    form.set('language', language);
    form.set('subtitle_file', new Blob([makeFilm(CUES, language)]), `${language}.vtt`);
    return admin(subtitles.uploadSubtitle, { params: { id }, form });
  };
  const original = await upload('en');
  const target = await upload('es');
  const { alignment_id } = await admin(subtitles.alignSubtitle, { params: { id: target.id } });
  const query = { all: true };
  const segments = await admin(subtitles.listSegments, { params: { id: alignment_id }, query });
  return {
    videoId: id,
    originalId: original.id,
    targetId: target.id,
    alignmentId: alignment_id,
    segments: segments as subtitles.Segment[],
  };
}

/** The traffic: an administrator, media, writers and readers. */
export type Workload = { admin: ApiCall; media: MediaOf; writers: Writer[]; readers: Writer[] };

async function createLearner(site: Site, number: number): Promise<ApiCall> {
  const account = { username: `learner-${number}`, password: PASSWORD };
  await createCaller(site)(accounts.register, { body: account });
  return callAs(site, account);
}

/** Fills an installation, and creates users who write to it. Jobs require a translation service in its settings. */
export async function prepareWorkload(site: Site): Promise<Workload> {
  const admin = await callAs(site, ADMIN);
  const film = await addAligned(admin, 'A film to practise');
  const revised = await addAligned(admin, 'A film with revisions');
  const translated = await addAligned(admin, 'A film to translate');
  const learners: ApiCall[] = [];
  for (let number = 0; number < LEARNERS; number += 1) learners.push(await createLearner(site, number));
  const { id: videoId } = await addVideo(admin, 'A hosted film');
  const media = { call: admin, urls: site.urls, videoId, head: await readMediaHead(), bytes: MEDIA_BYTES };
  return {
    admin,
    media,
    readers: Array.from({ length: READERS }, (_, number) =>
      createSegmentReader(learners[number % learners.length] ?? admin, film.alignmentId),
    ),
    writers: [
      ...learners.map((learner) => createProgressWriter(learner, film.videoId, film.segments.length)),
      ...film.segments
        .slice(0, EDITORS)
        .map((segment) => createSegmentWriter(admin, film.alignmentId, segment)),
      createRegistrationWriter(createCaller(site), admin),
      createRevisionWriter(admin, revised.alignmentId, revised.targetId),
      createFileWriter(admin, revised.videoId, revised.originalId),
      createMediaWriter(media),
      createJobWriter(
        admin,
        translated.alignmentId,
        translated.segments.map(({ id }) => id),
      ),
    ],
  };
}
