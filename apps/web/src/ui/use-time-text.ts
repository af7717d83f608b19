import { useMemo } from 'react';
import { useTranslation } from '../locales/translation.ts';

type Instant = string | Date;

/** Formats times in the interface's language and the browser's time zone. */
export function useTimeText() {
  const { i18n } = useTranslation();
  return useMemo(() => timeTexts(i18n.language), [i18n.language]);
}

function timeTexts(language: string) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const minute = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const monthDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const hour = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  return {
    formatDate: (instant: Instant): string => day.format(new Date(instant)),
    formatTime: (instant: Instant): string => minute.format(new Date(instant)),
    /** Includes the year only if it isn't the current one. */
    formatDay: (instant: Instant): string => {
      const moment = new Date(instant);
      const isThisYear = moment.getFullYear() === new Date().getFullYear();
      return (isThisYear ? monthDay : day).format(moment);
    },
    /** Includes the date only if it isn't today. */
    formatSoon: (instant: Instant): string => {
      const moment = new Date(instant);
      const isToday = moment.toDateString() === new Date().toDateString();
      return (isToday ? hour : minute).format(moment);
    },
  };
}
