import { VisuallyHidden } from '@mantine/core';
import type { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { createDayFormat } from '../figures/day-format.ts';
import classes from './week-dots.module.css';

/** The last seven days as dots, each labelled with its minutes, or as a day off. */
export function WeekDots({ days }: { days: readonly practice.PractisedDay[] }) {
  const { t, i18n } = useTranslation();
  const formatDay = createDayFormat(i18n.language, { weekday: 'long' });
  const formatLetter = createDayFormat(i18n.language, { weekday: 'narrow' });
  const formatMinutes = (minutes: number) =>
    minutes > 0 ? t('practice.minutes', { count: minutes }) : t('today.dayOff');
  return (
    <ul className={classes.days} aria-label={t('today.lastDays')}>
      {days.map(({ day, minutes }, index) => {
        const name = index === days.length - 1 ? t('today.title') : formatDay(day);
        const label = `${name}: ${formatMinutes(minutes)}`;
        return (
          <li key={day} className={classes.day} title={label} data-practised={minutes > 0 || undefined}>
            <span aria-hidden className={classes.letter}>
              {formatLetter(day)}
            </span>
            <span aria-hidden className={classes.dot} />
            <VisuallyHidden>{label}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}
