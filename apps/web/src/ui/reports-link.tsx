import type { subtitles } from '@sayback/contract';
import { IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../locales/translation.ts';
import classes from './reports-link.module.css';

type Props = { count: number; subtitleId: subtitles.Subtitle['id']; describedBy?: string };

/** Number of open learners' reports, with a link to them; nothing if there are none. */
export function ReportsLink({ count, subtitleId, describedBy }: Props) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Link
      className={classes.link}
      to="/cuts/$subtitleId"
      params={{ subtitleId }}
      aria-describedby={describedBy}
    >
      <IconFlag size={16} aria-hidden />
      {t('reports.open', { count })}
    </Link>
  );
}
