import type { videos } from '@sayback/contract';
import { sampleVideo } from '../../../api/testing/samples.ts';

/** Creates a published French video with 20 lines, of which none is practised. */
export const createPracticeVideo = (
  id: number,
  changes: Partial<videos.PracticeVideo> = {},
): videos.PracticeVideo => ({
  ...sampleVideo({ id, title: `Video ${id}`, original_language: 'fr', language_display_name: 'French' }),
  media_url: '/media/clip.mp4',
  media_type: 'video/mp4',
  segment_count: 20,
  last_segment: 0,
  line_count: 20,
  line: 0,
  practised_count: 0,
  length_ms: 81_400,
  practised_at: null,
  ...changes,
});
