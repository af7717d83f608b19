import type { subtitles, videos } from '@sayback/contract';

/** A published Spanish video with neither YouTube nor hosted media. */
export const sampleVideo = (changes: Partial<videos.Video> = {}): videos.Video => ({
  id: 7,
  title: 'A clip',
  description: '',
  youtube_id: null,
  original_language: 'es',
  language_display_name: 'Spanish',
  country: null,
  published: true,
  latest_alignment_id: 3,
  media_url: null,
  media_type: null,
  thumbnail_url: null,
  created_at: '2026-01-02T03:04:05Z',
  ...changes,
});

/** A completely translated and aligned English subtitle without problems. */
export const sampleSubtitle = (changes: Partial<subtitles.Subtitle> = {}): subtitles.Subtitle => ({
  id: 5,
  video_id: 7,
  language: 'en',
  language_display_name: 'English',
  is_original: false,
  alignment_id: 3,
  needs_realign: false,
  uploaded_at: '2026-01-02T03:04:05Z',
  cue_count: 97,
  segment_count: 97,
  mismatch_count: 0,
  translated_count: 97,
  last_applied_revision_id: null,
  revision_count: 0,
  ...changes,
});

/** A segment without problems. */
export const sampleSegment = (changes: Partial<subtitles.Segment> = {}): subtitles.Segment => ({
  id: 1,
  start_time: '00:00:01.000',
  end_time: '00:00:03.000',
  text_original: 'Buenos días.',
  text_target: 'Good morning.',
  mismatch: false,
  label: '1-1',
  confidence: 1,
  edited: false,
  origin: 'file',
  approved: false,
  version: 1,
  ...changes,
});
