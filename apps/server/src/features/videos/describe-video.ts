import type { videos } from '@sayback/contract';
import { languageName } from '../languages/index.ts';
import { isOpenToLearners } from './find-visible-video.ts';
import type { MediaSigner } from './media/signed-media.ts';
import type { VideoRow } from './store.ts';

/** Converts a video row to the contract's form, with freshly signed URLs. */
export function describeVideo(row: VideoRow, signer: MediaSigner): videos.Video {
  const isOpen = row.trashed_at === null && isOpenToLearners(row);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    youtube_id: row.youtube_id,
    original_language: row.original_language,
    language_display_name: languageName(row.original_language),
    country: row.country,
    published: row.published,
    latest_alignment_id: row.latest_alignment_id,
    media_url: signer.getUrl(row.media_key, isOpen),
    media_type: row.media_type,
    thumbnail_url: signer.getUrl(row.thumbnail_key, isOpen),
    created_at: row.created_at.toISOString(),
  };
}

/** Also describes the media file, which lists omit. */
export function describeVideoWithMedia(row: VideoRow, signer: MediaSigner): videos.Video {
  const { media_bytes, media_ms: duration_ms, media_width: width, media_height: height } = row;
  const media = media_bytes === null ? null : { bytes: media_bytes, duration_ms, width, height };
  return { ...describeVideo(row, signer), media };
}
