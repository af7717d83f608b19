import type { candidates } from '@sayback/contract';
import { IconAlertCircle, IconCircleCheck, IconClockPlay, IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './work-icon.module.css';

type WorkState = 'error' | 'downloaded' | 'scanned' | 'working';

type Statuses = Pick<candidates.Candidate, 'subtitle_scan_status' | 'subtitle_download_status'>;

/** One icon for both: an error takes precedence, then a finished download, a finished scan, work in progress. */
export function getWorkState({
  subtitle_scan_status: scan,
  subtitle_download_status: download,
}: Statuses): WorkState | null {
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

function getWording(state: WorkState) {
  if (state === 'error') return 'candidateCard.workFailed';
  return state === 'working' ? 'candidateCard.atWork' : (`candidateCard.${state}` as const);
}

/** The state of scan and download in one icon; none if neither was started. */
export function WorkIcon({ candidate }: { candidate: candidates.Candidate }) {
  const { t } = useTranslation();
  const state = getWorkState(candidate);
  if (!state) return null;
  const Icon = ICONS[state];
  return (
    <span
      className={classes.icon}
      role="img"
      aria-label={t(getWording(state))}
      title={t(getWording(state))}
      data-state={state}
    >
      <Icon size={20} aria-hidden />
    </span>
  );
}
