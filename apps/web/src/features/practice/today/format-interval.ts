import type { useTranslation } from '../../../locales/translation.ts';

/** Formats an interval, as in 'in 4 days' or 'in 2 months': days below two months, months below two years. */
export function formatInterval(days: number, t: ReturnType<typeof useTranslation>['t']): string {
  if (days <= 0) return t('today.inDays.today');
  if (days < 60) return t('today.inDays.days', { count: days });
  if (days < 730) return t('today.inDays.months', { count: Math.round(days / 30.4) });
  return t('today.inDays.years', { count: Math.round(days / 365) });
}
