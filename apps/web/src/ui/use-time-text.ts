import { useMemo } from 'react';
import { useTranslation } from '../locales/translation.ts';

type Instant = string | Date;

/** Formats times in the interface's language and the browser's time zone. */
export function useTimeText() {
  const { i18n } = useTranslation();
  return useMemo(() => createFormatters(i18n.language), [i18n.language]);
}

function createFormatters(language: string) {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateAndTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const monthDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  return {
    formatDate: (instant: Instant): string => date.format(new Date(instant)),
    formatTime: (instant: Instant): string => dateAndTime.format(new Date(instant)),
    /** Includes the year only if it isn't the current one. */
    formatDay: (instant: Instant): string => {
      const parsed = new Date(instant);
      const isThisYear = parsed.getFullYear() === new Date().getFullYear();
      return (isThisYear ? monthDay : date).format(parsed);
    },
    /** Includes the date only if it isn't today. */
    formatSoon: (instant: Instant): string => {
      const parsed = new Date(instant);
      const isToday = parsed.toDateString() === new Date().toDateString();
      return (isToday ? time : dateAndTime).format(parsed);
    },
  };
}
