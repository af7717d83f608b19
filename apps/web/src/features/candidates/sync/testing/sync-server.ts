import { type candidates, hashLine } from '@sayback/contract';
import { writeSrt } from '@sayback/subtitles';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { MARIA } from '../../../../api/testing/profiles.ts';
import type { CueDocument } from '../model/cue-document.ts';

export const computeDigest = (content: string) => String(hashLine(content));

const version = (content: string): candidates.DownloadedSubtitle => ({
  content,
  format: 'srt',
  cleaned: false,
  converted_from: null,
  changed: false,
  cue_count: 0,
  digest: computeDigest(content),
});

const candidate = (contents: Record<string, string>): candidates.CandidateDetail => ({
  id: 4,
  title: 'The Lighthouse Keeper',
  youtube_id: 'dQw4w9WgXcQ',
  youtube_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  channel: 'Films',
  language: 'en',
  language_display_name: 'English',
  search_keyword: 'short film',
  discovered_at: '2026-01-02T03:04:05Z',
  duration_seconds: 60,
  license: 'youtube',
  review_status: 'approved',
  review_status_display: 'Approved',
  priority: 3,
  review_notes: '',
  subtitle_scan_status: 'completed',
  subtitle_download_status: 'completed',
  subtitle_error: '',
  available_subtitles: [],
  downloaded_subtitles_languages: Object.keys(contents),
  video_id: null,
  downloaded_subtitles: Object.fromEntries(
    Object.entries(contents).map(([key, content]) => [key, version(content)]),
  ),
});

/** A server with candidate 4 in these versions. */
export function createSyncServer(cueDocuments: Record<string, CueDocument>) {
  const contents = Object.fromEntries(
    Object.entries(cueDocuments).map(([key, { cues }]) => [key, writeSrt(cues)]),
  );
  function respond({ method, path, body }: Received): Reply | undefined {
    if (path === '/api/accounts/profile/') return { status: 200, body: MARIA };
    if (path === '/api/youtube-candidates/4/') return { status: 200, body: candidate(contents) };
    if (method === 'POST' && path === '/api/youtube-candidates/4/save-synced-subtitles/') {
      const { language, content, base } = body as { language: string; content: string; base: string };
      if (base !== computeDigest(contents[language] ?? ''))
        return { status: 409, body: { detail: 'Reload it.' } };
      contents[language] = content;
      return { status: 200, body: { success: true, digest: computeDigest(content) } };
    }
    return undefined;
  }
  return { respond, contents };
}
