import { Button, Title } from '@mantine/core';
import type { practice } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import { GoalMenu } from './goal-menu.tsx';
import classes from './today-card.module.css';
import { WeekDots } from './week-dots.tsx';

const NO_BREAK_SPACE = '\u00a0';

/** The number of due lines, a button to start them, and the last seven days. */
export function TodayCard({ today }: { today: practice.Today }) {
  const { t } = useTranslation();
  const { waiting, minutes, done } = today;
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today" mb="sm">
        {t('today.title')}
      </Title>
      <div className={classes.card} data-testid="today">
        <div className={classes.waiting}>
          {waiting > 0 ? (
            <>
              <p className={classes.count}>
                {t('today.waiting', { count: waiting })} ·{NO_BREAK_SPACE}
                {t('practice.minutes', { count: Math.max(1, minutes) }).replaceAll(' ', NO_BREAK_SPACE)}
              </p>
              {done > 0 && <p className={classes.note}>{t('today.doneSoFar', { count: done })}</p>}
              <Button
                size="md"
                className={classes.start}
                renderRoot={(props) => <Link {...props} to="/today" />}
              >
                {t(done > 0 ? 'today.continue' : 'today.start')}
              </Button>
            </>
          ) : (
            <>
              <p className={classes.count}>{t('today.nothingDue')}</p>
              <p className={classes.note}>
                {done > 0 ? t('today.doneToday', { count: done }) : t('today.nothingDueHint')}
              </p>
            </>
          )}
        </div>
        <div className={classes.week}>
          <WeekDots days={today.days} />
          <GoalMenu today={today} />
          <Link to="/progress" className={classes.more}>
            {t('today.progress')}
          </Link>
        </div>
      </div>
    </section>
  );
}
