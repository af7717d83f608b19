import { subtitles, videos } from '@sayback/contract';
import { type Client, formOf } from './client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from './fixtures.ts';

type NewVideo = {
  title?: string;
  youtube_id?: string | null;
  original_language?: string;
  published?: boolean;
};

/** Adds a YouTube video, unless told otherwise. */
export const addVideo = (admin: Client, video: NewVideo = {}) =>
  admin.call(videos.createVideo, {
    body: { title: 'In the café', youtube_id: 'dQw4w9WgXcQ', original_language: 'en', ...video },
  });

export async function addSubtitle(
  admin: Client,
  videoId: number,
  language: string,
  bytes: Uint8Array | string,
) {
  const form = await formOf({ language }, { subtitle_file: { name: `${language}.srt`, bytes } });
  return admin.call(subtitles.uploadSubtitle, { params: { id: videoId }, ...form });
}

/** A video with an English original and a Spanish target, aligned. */
export async function addAlignedVideo(admin: Client, video: NewVideo = {}) {
  const { id } = await addVideo(admin, video);
  await addSubtitle(admin, id, 'en', ENGLISH_SRT);
  const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
  return { videoId: id, targetId: target.id, alignmentId: alignment_id };
}
