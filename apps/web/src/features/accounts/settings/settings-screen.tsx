import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../../api/session.ts';
import { loadSecondFactorWording } from '../../../locales/i18n.ts';
import { Failure } from '../../../ui/failure.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { Appearance } from './appearance.tsx';
import { leave } from './leave.ts';
import { NoToken } from './no-token.tsx';
import { Section, SectionedPage } from '../section.tsx';
import { SectionSkeleton } from '../section-skeleton.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useStoredToken } from './use-stored-token.ts';

const SecondFactorSection = lazy(async () => {
  const [{ SecondFactorSection }] = await Promise.all([
    import('../second-factor/second-factor-section.tsx'),
    loadSecondFactorWording(),
  ]);
  return { default: SecondFactorSection };
});

/** What a person sets about the account and about how the product looks, and what is kept about the person. */
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
      {hasToken && profile && (
        <>
          <PasswordSection onChanged={() => leave('password-changed')} />
          <Suspense fallback={<SectionSkeleton />}>
            <SecondFactorSection profile={profile} />
          </Suspense>
          <DevicesSection onEverywhere={() => leave('logged-out-everywhere')} />
          <DataSection username={profile.username} onDeleted={() => leave('account-deleted')} />
        </>
      )}
      <div>
        <Button variant="default" size="md" onClick={() => navigate({ to: '/logout' })}>
          {t('settings.logOut')}
        </Button>
      </div>
    </SectionedPage>
  );
}
