import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { useProfile } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { USERS_PAGE, usersQuery } from './queries.ts';
import { UserList } from './user-list.tsx';
import { UsersPage } from './users-page.tsx';
import { pagesOf } from './users-search.ts';

export function UsersScreen() {
  const { t } = useTranslation();
  const { q, page = 1 } = useSearch({ from: '/users' });
  const navigate = useNavigate();
  const viewer = useProfile()?.username ?? '';
  const { data, error, refetch, isPlaceholderData } = useQuery(usersQuery(q, page));
  const search = (text: string) =>
    navigate({ to: '/users', search: text === '' ? {} : { q: text }, replace: true });

  function leaveIfSelf(changed: accounts.User) {
    // An administrator who removed themselves may not stay: the guards check again.
    if (changed.username === viewer) window.location.assign('/');
  }

  return (
    <UsersPage part={t('users.title')}>
      <UserSearch q={q ?? ''} onSearch={search} />
      {error && !data && (
        <Failure message={messageOf(error, t('users.loadFailed'))} onRetry={() => refetch()} />
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
            isWaiting={isPlaceholderData}
            onChanged={leaveIfSelf}
          />
          <PageTurner
            page={page}
            pages={pagesOf(data.count, USERS_PAGE)}
            onTurn={(next) => navigate({ to: '/users', search: { ...(q && { q }), page: next } })}
          />
        </>
      )}
    </UsersPage>
  );
}

/** After how long a pause in typing it is searched, in milliseconds. */
const PAUSE_MS = 300;

function UserSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(q);
  const [sent, setSent] = useState(q);
  const [seen, setSeen] = useState(q);
  // Changed by something else than typing: the way back, or a button that shows all.
  if (q !== seen) {
    setSeen(q);
    if (q !== sent) setTyped(q);
  }
  const search = useDebouncedCallback((text: string) => {
    setSent(text);
    onSearch(text);
  }, PAUSE_MS);

  return (
    <TextInput
      type="search"
      aria-label={t('users.search')}
      placeholder={t('users.search')}
      dir="auto"
      maw="28rem"
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value.trim());
      }}
    />
  );
}
