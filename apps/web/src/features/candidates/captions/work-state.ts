import type { candidates } from '@sayback/contract';

export type WorkState = 'error' | 'downloaded' | 'scanned' | 'working';

type Statuses = Pick<candidates.Candidate, 'subtitle_scan_status' | 'subtitle_download_status'>;

/** The one icon for both: an error wins, then a download that is done, then a scan that is done, then work in progress. */
export function workStateOf({
  subtitle_scan_status: scan,
  subtitle_download_status: download,
}: Statuses): WorkState | null {
  if (scan === 'error' || download === 'error') return 'error';
  if (download === 'completed') return 'downloaded';
  if (scan === 'completed') return 'scanned';
  return scan || download ? 'working' : null;
}
