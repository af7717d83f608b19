import type { subtitles } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';

/** Names revisions as they are chosen: '#12 – 3 May 2026, 14:05'. */
export function useRevisionName(): (revision: subtitles.Revision) => string {
  const { t, i18n } = useTranslation();
  return ({ id, created_at }) => {
    const date = new Date(created_at).toLocaleString(i18n.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return t('revisions.shortName', { id, date });
  };
}
