import { Button } from '@mantine/core';
import { practice } from '@sayback/contract';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { HomeLink } from '../../../ui/feedback/page-fault.tsx';
import { focusContent } from '../../../ui/focus/focus-content.ts';
import { PlayerFrame } from '../player-screen/player-frame.tsx';
import classes from './review-end.module.css';
import { countGrades, type ReviewSession } from './review-session.ts';
import { todayQuery } from './today-query.ts';
import { WeekDots } from './week-dots.tsx';

type Props = { session: ReviewSession; gone: practice.Queue['gone']; onMore: () => void };

/** The end of a session: its grades, the week, and the lines that no longer exist. */
export function ReviewEnd({ session, gone, onMore }: Props) {
  const { t } = useTranslation();
  const today = useQuery({ ...todayQuery, staleTime: 0 });
  const count = session.answers.length;
  const hasMore = (today.data?.waiting ?? 0) > 0;
  // The last answer's button has disappeared.
  useEffect(() => {
    if (count > 0) focusContent();
  }, [count]);
  return (
    <PlayerFrame title={t('today.title')}>
      <div className={classes.end} data-testid="today-end">
        <h2 className={classes.title}>
          {count > 0 && <IconCircleCheckFilled size={36} aria-hidden />}
          {t(count === 0 ? 'today.nothingDue' : hasMore ? 'today.partFinished' : 'today.ended')}
        </h2>
        {count > 0 ? (
          <p>
            {t('today.practisedCount', { count })}
            {' · '}
            {countGrades(session, practice.GRADES.toReversed())
              .map(([grade, number]) => `${t(`today.grade.${grade}`)}: ${number}`)
              .join(' · ')}
          </p>
        ) : (
          <p>{t('today.nothingDueHint')}</p>
        )}
        {today.data && <WeekDots days={today.data.days} />}
        {gone.length > 0 && (
          <section className={classes.gone}>
            <p>{t('today.removedLines', { count: gone.length })}</p>
            <ul>
              {gone.map(({ video_id, title, text }) => (
                <li key={`${video_id} ${text}`}>
                  <q dir="auto">{text}</q> ({title})
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className={classes.choices}>
          <HomeLink isPrimary={!hasMore} />
          {hasMore && !today.isFetching && <Button onClick={onMore}>{t('today.more')}</Button>}
        </div>
      </div>
    </PlayerFrame>
  );
}
