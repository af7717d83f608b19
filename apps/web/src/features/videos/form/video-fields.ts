import { videos } from '@sayback/contract';
import { ApiError, withReason } from '../../../api/api-error.ts';
import type { VideoChanges } from '../queries.ts';
import type { NewVideo } from './use-add-video.ts';

export type VideoFields = {
  title: string;
  description: string;
  source: 'youtube' | 'hosted';
  youtube_id: string;
  media: File | null;
  original_language: string | null;
  country: string | null;
  published: boolean;
};

export const EMPTY_FIELDS: VideoFields = {
  title: '',
  description: '',
  source: 'youtube',
  youtube_id: '',
  media: null,
  original_language: null,
  country: null,
  published: false,
};

/** Converts form values to a request, with the YouTube id or the file, depending on the source. */
export function buildNewVideo({
  source,
  youtube_id,
  media,
  original_language,
  ...commonFields
}: VideoFields): NewVideo {
  const isHosted = source === 'hosted';
  return {
    body: {
      ...commonFields,
      original_language: original_language ?? '',
      youtube_id: isHosted ? null : youtube_id.trim(),
    },
    media: isHosted ? media : null,
  };
}

/** Converts an existing video to form values. */
export const fieldsFromVideo = (video: videos.Video): VideoFields => ({
  ...EMPTY_FIELDS,
  title: video.title,
  description: video.description,
  source: video.youtube_id === null ? 'hosted' : 'youtube',
  youtube_id: video.youtube_id ?? '',
  original_language: video.original_language,
  country: video.country,
  published: video.published,
});

/** Returns only the changed fields, so that another user's changes to other fields aren't overwritten. */
export function changedFields(video: videos.Video, fields: VideoFields): VideoChanges {
  const input = {
    title: fields.title.trim(),
    description: fields.description,
    youtube_id: fields.youtube_id.trim(),
    original_language: fields.original_language ?? '',
    country: fields.country,
  };
  const current: Record<string, unknown> = { ...video, youtube_id: video.youtube_id ?? '' };
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== current[name]));
}

const SENT_FIELDS = [
  'title',
  'description',
  'youtube_id',
  'original_language',
  'country',
  'published',
] as const;
type SentField = (typeof SENT_FIELDS)[number];

/** Converts a failure to the server's messages about fields or, without any, to a message above the form. */
export function formErrors(
  error: unknown,
  fallback: string,
): { fields: [SentField, string][]; message: string | undefined } {
  const fieldMessages = error instanceof ApiError ? error.fields : {};
  const fields = SENT_FIELDS.flatMap((name): [SentField, string][] => {
    const messages = fieldMessages[name];
    return messages?.length ? [[name, messages.join(' ')]] : [];
  });
  return { fields, message: fields.length > 0 ? undefined : withReason(fallback, error) };
}

export const isYoutubeId = (text: string): boolean => videos.YOUTUBE_ID.test(text.trim());
