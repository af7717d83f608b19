import type { candidates } from '@sayback/contract';
import { languageName } from '../languages/index.ts';
import type { CandidateRow } from './candidate-store.ts';
import { contentDigest } from './versions/content-digest.ts';
import type { VersionRow } from './versions/version-store.ts';

const STATUS_NAMES: Record<candidates.ReviewStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  processed: 'Processed',
};

export const describeCandidate = (row: CandidateRow): candidates.Candidate => ({
  id: row.id,
  title: row.title,
  youtube_id: row.youtube_id,
  youtube_url: `https://www.youtube.com/watch?v=${row.youtube_id}`,
  channel: row.channel,
  language: row.language,
  language_display_name: languageName(row.language),
  search_keyword: row.search_keyword,
  discovered_at: row.discovered_at.toISOString(),
  duration_seconds: row.duration_seconds,
  license: row.license,
  review_status: row.review_status,
  review_status_display: STATUS_NAMES[row.review_status],
  priority: row.priority,
  review_notes: row.review_notes,
  subtitle_scan_status: row.scan_status,
  subtitle_download_status: row.download_status,
  subtitle_error: row.subtitle_error,
  available_subtitles: row.available_subtitles ?? [],
  downloaded_subtitles_languages: row.downloaded_languages,
  video_id: row.video_id,
});

const describeVersion = (row: VersionRow): candidates.DownloadedSubtitle => ({
  content: row.content,
  format: row.format,
  cleaned: row.cleaned,
  converted_from: row.converted_from,
  changed: row.content !== row.downloaded_content,
  cue_count: row.cue_count,
  digest: contentDigest(row.content),
});

export const describeDetail = (
  row: CandidateRow,
  versions: readonly VersionRow[],
): candidates.CandidateDetail => ({
  ...describeCandidate(row),
  downloaded_subtitles: Object.fromEntries(
    versions.map((version) => [version.version_key, describeVersion(version)]),
  ),
});
