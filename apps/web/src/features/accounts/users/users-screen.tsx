import { Button, Stack, Text } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { errorMessage } from '../../../api/api-error.ts';
import { useProfile } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { PracticeCounts } from './practice-counts.tsx';
import { USERS_PAGE, usersQuery } from './queries.ts';
import { UserList } from './user-list.tsx';
import { UsersPage } from './users-page.tsx';
import { countPages } from './users-search.ts';

export function UsersScreen() {
  const { t } = useTranslation();
  const { q, page = 1 } = useSearch({ from: '/users' });
  const navigate = useNavigate();
  const viewer = useProfile()?.username ?? '';
  const { data, error, refetch, isPlaceholderData } = useQuery(usersQuery(q, page));
  const search = (text: string) =>
    navigate({ to: '/users', search: text === '' ? {} : { q: text }, replace: true });

  function leaveIfSelfDemoted(changed: accounts.User) {
    // Reloads, so that the guards check whether the viewer is still an administrator.
    if (changed.username === viewer) window.location.assign('/');
  }

  return (
    <UsersPage part={t('nav.users')}>
      <PracticeCounts />
      <SearchField placeholder={t('users.search')} maw="28rem" query={q} onSearch={search} />
      {error && !data && (
        <Failure message={errorMessage(error, t('users.loadFailed'))} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeletons heights={[52, 52, 52, 52, 52, 52]} gap="sm" />}
      {data?.count === 0 && (
        <Stack align="center" py="xl">
          <Text c="dimmed">{t('users.nothingFound')}</Text>
          <Button variant="default" onClick={() => search('')}>
            {t('users.showAll')}
          </Button>
        </Stack>
      )}
      {data && data.count > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('users.count', { count: data.count })}
          </Text>
          <UserList
            users={data.results}
            viewer={viewer}
            isLoading={isPlaceholderData}
            onChanged={leaveIfSelfDemoted}
          />
          <Pagination
            page={page}
            pages={countPages(data.count, USERS_PAGE)}
            onPageChange={(next) => navigate({ to: '/users', search: { ...(q && { q }), page: next } })}
          />
        </>
      )}
    </UsersPage>
  );
}
