import type { candidates } from '@sayback/contract';

/** An unreviewed candidate. */
export const candidate = (changes: Partial<candidates.CandidateDetail> = {}): candidates.CandidateDetail => ({
  id: 5,
  title: 'El faro',
  youtube_id: 'aB3-_xYz019',
  youtube_url: 'https://www.youtube.com/watch?v=aB3-_xYz019',
  channel: 'Cine Breve',
  language: 'es',
  language_display_name: 'Spanish',
  search_keyword: 'short film',
  discovered_at: '2026-03-01T12:00:00Z',
  duration_seconds: 253,
  license: 'youtube',
  review_status: 'pending',
  review_status_display: 'Pending',
  priority: 3,
  review_notes: '',
  subtitle_scan_status: null,
  subtitle_download_status: null,
  subtitle_error: '',
  available_subtitles: [],
  downloaded_subtitles_languages: [],
  video_id: null,
  downloaded_subtitles: {},
  ...changes,
});

/** An unchanged downloaded version. */
export const version = (
  changes: Partial<candidates.DownloadedSubtitle> = {},
): candidates.DownloadedSubtitle => ({
  content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHola\n\n00:03.000 --> 00:04.000\nAdiós\n',
  format: 'vtt',
  cleaned: false,
  converted_from: null,
  changed: false,
  cue_count: 2,
  ...changes,
});

export const buildPage = (results: candidates.Candidate[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
});
