import type { videos } from '@sayback/contract';

/** A published video without missing parts. */
export const managedVideo = (changes: Partial<videos.ManagedVideo> = {}): videos.ManagedVideo => ({
  id: 7,
  title: 'A clip',
  description: '',
  youtube_id: 'aB3-_xYz019',
  original_language: 'es',
  language_display_name: 'Spanish',
  country: null,
  published: true,
  latest_alignment_id: 3,
  media_url: null,
  media_type: null,
  thumbnail_url: null,
  created_at: '2026-01-02T03:04:05Z',
  has_original: true,
  translation_count: 1,
  mismatch_count: 0,
  segment_count: 97,
  translated_count: 97,
  report_count: 0,
  reported_subtitle_id: null,
  needs_realign: false,
  trashed_at: null,
  ...changes,
});
