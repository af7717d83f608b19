import { useQuery } from '@tanstack/react-query';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import { todayQuery } from './today-query.ts';
import classes from './use-today.module.css';

const TodayCard = lazyPart(async () => {
  await loadTodayWording();
  return import('./today-card.tsx');
}, 'TodayCard');

/** Returns the Today card for the top of home, once it has content. `isLoading` while home should wait for it. */
export function useToday() {
  const { data, isLoading } = useQuery(todayQuery);
  const hasContent =
    data !== undefined &&
    (data.waiting > 0 ||
      data.done > 0 ||
      data.goal_minutes !== null ||
      data.days.some(({ minutes }) => minutes > 0));
  const card = hasContent && (
    <InlinePart fallback={<div className={classes.empty} />}>
      <TodayCard today={data} />
    </InlinePart>
  );
  return { card, isLoading };
}
