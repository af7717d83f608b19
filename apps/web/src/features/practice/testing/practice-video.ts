import type { videos } from '@sayback/contract';

/** Creates a published French video with 20 lines, of which none is practised. */
export const createPracticeVideo = (
  id: number,
  changes: Partial<videos.PracticeVideo> = {},
): videos.PracticeVideo => ({
  id,
  title: `Video ${id}`,
  description: '',
  youtube_id: null,
  original_language: 'fr',
  language_display_name: 'French',
  country: null,
  published: true,
  latest_alignment_id: 3,
  media_url: '/media/clip.mp4',
  media_type: 'video/mp4',
  thumbnail_url: null,
  created_at: '2026-01-02T03:04:05Z',
  segment_count: 20,
  last_segment: 0,
  line_count: 20,
  line: 0,
  practised_count: 0,
  length_ms: 81_400,
  practised_at: null,
  ...changes,
});
