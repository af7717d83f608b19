import { useTranslation } from '../../locales/translation.ts';

/** Times of day in the interface's language and the browser's time zone. */
export function useTimeText(): { dateOf: (instant: string) => string; timeOf: (instant: string) => string } {
  const { i18n } = useTranslation();
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const minute = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    dateOf: (instant) => day.format(new Date(instant)),
    timeOf: (instant) => minute.format(new Date(instant)),
  };
}
