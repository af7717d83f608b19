import { notFound } from '../../http/app-error.ts';
import type { Viewer } from '../../http/authentication.ts';
import type { VideoRow, VideoStore } from './store.ts';

/** Whether a learner may see it: published, and with something to play. */
export const isOpenToLearners = (video: VideoRow): boolean =>
  video.published && (video.youtube_id !== null || video.media_key !== null);

/** The video, if the viewer may see it. Throws a 404 otherwise: learners don't know of drafts. */
export async function findVisibleVideo(store: VideoStore, id: number, viewer: Viewer): Promise<VideoRow> {
  const video = await store.find(id);
  if (!video || !(viewer.is_admin || isOpenToLearners(video))) throw notFound('There is no such video.');
  return video;
}
