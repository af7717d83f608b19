import type { videos } from '@sayback/contract';
import { sampleVideo } from '../../../api/testing/samples.ts';

/** A published video without missing parts. */
export const managedVideo = (changes: Partial<videos.ManagedVideo> = {}): videos.ManagedVideo => ({
  ...sampleVideo({ youtube_id: 'aB3-_xYz019' }),
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
