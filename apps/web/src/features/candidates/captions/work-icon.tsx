import type { candidates } from '@sayback/contract';
import { IconAlertCircle, IconCircleCheck, IconClockPlay, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './work-icon.module.css';
import { type WorkState, workStateOf } from './work-state.ts';

const ICONS = {
  error: IconAlertCircle,
  downloaded: IconCircleCheck,
  scanned: IconSearch,
  working: IconClockPlay,
} as const;

function wordingOf(state: WorkState) {
  if (state === 'error') return 'candidateCard.workFailed';
  return state === 'working' ? 'candidateCard.atWork' : (`candidateCard.${state}` as const);
}

/** How far scan and download are, in one sign. Nothing where neither was begun. */
export function WorkIcon({ candidate }: { candidate: candidates.Candidate }) {
  const { t } = useTranslation();
  const state = workStateOf(candidate);
  if (!state) return null;
  const Icon = ICONS[state];
  return (
    <span
      className={classes.icon}
      role="img"
      aria-label={t(wordingOf(state))}
      title={t(wordingOf(state))}
      data-state={state}
    >
      <Icon size={20} aria-hidden />
    </span>
  );
}
