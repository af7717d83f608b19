import type { subtitles } from '@sayback/contract';
import { sampleSegment, sampleSubtitle } from '../../../api/testing/samples.ts';

/** Creates the aligned Spanish translation of an English video. */
export const targetSubtitle = (
  changes: Partial<subtitles.SubtitleDetail> = {},
): subtitles.SubtitleDetail => ({
  ...sampleSubtitle({ language: 'es', language_display_name: 'Spanish', revision_count: 2 }),
  cue_count: 2,
  segment_count: 2,
  translated_count: 2,
  video_title: 'A clip',
  original_language: 'en',
  ...changes,
});

export const revision = (id: number, changes: Partial<subtitles.Revision> = {}): subtitles.Revision => ({
  id,
  subtitle_id: 5,
  kind: 'alignment',
  reason: 'saved',
  note: '',
  created_by: 'maria',
  created_at: `2026-02-0${id}T10:00:00Z`,
  segment_count: 2,
  has_draft: false,
  is_last_applied: false,
  ...changes,
});

/** Creates segments of a revision, three seconds each, from their target texts. */
export const revisionSegments = (...targets: string[]): subtitles.FullRevisionSegment[] =>
  targets.map((target, index) => ({
    index: index + 1,
    start: `00:00:0${index * 3}.000`,
    end: `00:00:0${index * 3 + 2}.000`,
    original: target,
    modified: target,
    text_original: `Line ${index + 1}`,
    mismatch: false,
    label: '1-1',
  }));

/** Creates the same segments in the form of an alignment's. */
export const segments = (...targets: string[]): subtitles.Segment[] =>
  revisionSegments(...targets).map(({ index, start, end, modified, text_original }) =>
    sampleSegment({ id: index, start_time: start, end_time: end, text_original, text_target: modified }),
  );

export const storedFile = (
  id: number,
  changes: Partial<subtitles.StoredFile> = {},
): subtitles.StoredFile => ({
  id,
  subtitle_id: 5,
  file_name: `clip-${id}.es.srt`,
  format: 'srt',
  encoding: 'windows-1252',
  protected: false,
  uploaded_at: '2026-01-02T03:04:05Z',
  created_by: 'maria',
  download_url: `/downloads/files/${id}?signature=s`,
  ...changes,
});
