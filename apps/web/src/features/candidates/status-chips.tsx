import '@mantine/core/styles/Badge.css';
import { Badge } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useTranslation } from '../../locales/translation.ts';
import classes from './chips.module.css';

const COLORS: Record<candidates.ReviewStatus, string> = {
  pending: 'yellow',
  approved: 'spruce',
  rejected: 'red',
  processed: 'gray',
};

const formatPriority = (priority: number) => `P${priority}`;

export function StatusChips({ candidate }: { candidate: candidates.Candidate }) {
  const { t } = useTranslation();
  const { review_status, priority } = candidate;
  const wording = `candidates.priority${priority}` as 'candidates.priority1';
  return (
    <>
      <Badge
        className={classes.status}
        variant="light"
        color={COLORS[review_status]}
        data-status={review_status}
      >
        {t(`candidateStatus.${review_status}`)}
      </Badge>
      <Badge variant="default" title={t(wording)}>
        {formatPriority(priority)}
      </Badge>
    </>
  );
}
