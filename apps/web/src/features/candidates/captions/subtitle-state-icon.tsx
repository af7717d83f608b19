import type { candidates } from '@sayback/contract';
import { IconAlertCircle, IconCircleCheck, IconClockPlay, IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './subtitle-state-icon.module.css';

type SubtitleState = 'error' | 'downloaded' | 'scanned' | 'working';

type Statuses = Pick<candidates.Candidate, 'subtitle_scan_status' | 'subtitle_download_status'>;

/** Combines the states of scan and download. Precedence: an error, a finished download, a finished scan, work in progress. */
export function subtitleState({
  subtitle_scan_status: scan,
  subtitle_download_status: download,
}: Statuses): SubtitleState | null {
  if (scan === 'error' || download === 'error') return 'error';
  if (download === 'completed') return 'downloaded';
  if (scan === 'completed') return 'scanned';
  return scan || download ? 'working' : null;
}

const ICONS = {
  error: IconAlertCircle,
  downloaded: IconCircleCheck,
  scanned: IconSearch,
  working: IconClockPlay,
} as const;

function wordingKey(state: SubtitleState) {
  if (state === 'error') return 'candidateCard.jobFailed';
  return state === 'working' ? 'candidateCard.jobRunning' : (`candidateCard.${state}` as const);
}

/** An icon for the state of scan and download; renders nothing if neither was started. */
export function SubtitleStateIcon({ candidate }: { candidate: candidates.Candidate }) {
  const { t } = useTranslation();
  const state = subtitleState(candidate);
  if (!state) return null;
  const Icon = ICONS[state];
  return (
    <span
      className={classes.icon}
      role="img"
      aria-label={t(wordingKey(state))}
      title={t(wordingKey(state))}
      data-state={state}
    >
      <Icon size={20} aria-hidden />
    </span>
  );
}
