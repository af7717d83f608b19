import type { subtitles } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';

/** Returns a function that names a revision by its number and date: '#12 – 3 May 2026, 14:05'. */
export function useRevisionName(): (revision: subtitles.Revision) => string {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  return ({ id, created_at }) => t('revisions.shortName', { id, date: formatTime(created_at) });
}
