import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../api/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { Appearance } from './appearance.tsx';
import { NoToken } from './no-token.tsx';
import { Section, SectionedPage } from './section.tsx';
import { SectionSkeleton } from './section-skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useStoredToken } from './use-stored-token.ts';

/** What a person sets about the account and about how the product looks. */
export function SettingsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('settings.title'));
  const { data: profile, isFetching, refetch } = useQuery(profileQuery);
  const { hasToken, check } = useStoredToken();
  const navigate = useNavigate();

  return (
    <SectionedPage title={t('settings.title')}>
      {!hasToken && <NoToken />}
      {profile && (
        <Section title={t('settings.account')}>
          <SettingsForm profile={profile} checkToken={check} />
        </Section>
      )}
      {!profile && isFetching && <SectionSkeleton />}
      {!profile && !isFetching && hasToken && (
        <Failure message={t('profile.loadFailed')} onRetry={() => refetch()} />
      )}
      {hasToken && <Appearance />}
      <Stack align="flex-start">
        <Button variant="default" size="md" onClick={() => navigate({ to: '/logout' })}>
          {t('settings.logOut')}
        </Button>
      </Stack>
    </SectionedPage>
  );
}
