import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, timestamp } from '../fields.ts';
import { priority } from './candidate-fields.ts';
import { reviewStatus } from './review-status.ts';

/** A subtitle available on YouTube. `version_key` is its key after downloading. */
export const availableSubtitle = z.object({
  language: z.string(),
  kind: z.enum(['manual', 'auto']),
  name: z.optional(z.string()),
  version_key: z.string(),
});

/** A downloaded subtitle. `content` is its current text. */
export const downloadedSubtitle = z.object({
  content: z.string(),
  format: z.enum(['vtt', 'srt']),
  cleaned: z.boolean(),
  converted_from: z.nullable(z.enum(['vtt'])),
  /** True if it differs from the downloaded text, which can still be restored. */
  changed: z.boolean(),
  cue_count: z.int(),
  /** Identifies `content`, as `base` of a save. */
  digest: z.optional(z.string()),
});
export type DownloadedSubtitle = z.infer<typeof downloadedSubtitle>;

const workStatus = z.nullable(z.enum(['scanning', 'downloading', 'completed', 'error']));

export const candidate = z.object({
  id,
  title: z.string(),
  youtube_id: z.string(),
  youtube_url: z.string(),
  channel: z.string(),
  language: z.string(),
  language_display_name: z.string(),
  search_keyword: z.string(),
  discovered_at: timestamp,
  duration_seconds: z.nullable(z.int()),
  license: z.nullable(z.enum(['youtube', 'creativeCommon'])),
  review_status: reviewStatus,
  review_status_display: z.string(),
  priority,
  review_notes: z.string(),
  subtitle_scan_status: workStatus,
  subtitle_download_status: workStatus,
  /** Reason for the failure of the last scan or download, with a suggestion; otherwise empty. */
  subtitle_error: z.string(),
  available_subtitles: z.array(availableSubtitle),
  downloaded_subtitles_languages: z.array(z.string()),
  video_id: z.nullable(id),
});
export type Candidate = z.infer<typeof candidate>;

export const candidateDetail = z.extend(candidate, {
  downloaded_subtitles: z.record(z.string(), downloadedSubtitle),
});
export type CandidateDetail = z.infer<typeof candidateDetail>;

export const getCandidate = endpoint({
  id: 'candidates.getCandidate',
  subject: 'candidate',
  method: 'GET',
  path: '/api/youtube-candidates/{id}/',
  access: 'admin',
  summary: 'Returns a candidate and its downloaded subtitles.',
  params: byId,
  hasStoredMessages: true,
  response: candidateDetail,
});
