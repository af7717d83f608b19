import type { subtitles } from '@sayback/contract';

/** A completely translated subtitle without problems. */
export const subtitle = (changes: Partial<subtitles.Subtitle> = {}): subtitles.Subtitle => ({
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
export const segment = (changes: Partial<subtitles.Segment> = {}): subtitles.Segment => ({
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
