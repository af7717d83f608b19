import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { errorMessage } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { ActivityList } from './activity-list.tsx';
import { ACTIVITY_PAGE, activityQuery } from './queries.ts';
import { UsersPage } from './users-page.tsx';
import { countPages } from './users-search.ts';

export function ActivityScreen() {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/users/activity' });
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(activityQuery(page));
  return (
    <UsersPage part={t('activity.title')}>
      <Text c="dimmed">{t('activity.hint')}</Text>
      {error && !data && (
        <Failure message={errorMessage(error, t('activity.loadFailed'))} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeletons heights={[52, 52, 52, 52, 52, 52]} gap="sm" />}
      {data?.count === 0 && <Empty text={t('activity.empty')} />}
      {data && data.count > 0 && (
        <>
          <ActivityList entries={data.results} isLoading={isPlaceholderData} />
          <Pagination
            page={page}
            pages={countPages(data.count, ACTIVITY_PAGE)}
            onPageChange={(next) => navigate({ to: '/users/activity', search: { page: next } })}
          />
        </>
      )}
    </UsersPage>
  );
}
