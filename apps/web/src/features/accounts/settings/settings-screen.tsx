import { Button, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { preferencesQuery } from '../../../api/preferences.ts';
import { profileQuery, useAccount } from '../../../api/session.ts';
import { accessToken, dropTokens } from '../../../api/tokens.ts';
import { clearDevice, sweep } from '../../../device-storage/sweep.ts';
import { loadSecondFactorWording, loadTurnWording } from '../../../locales/i18n.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import type { LoginNotice } from '../login/login-message.ts';
import { Section, SectionColumn, SectionedPage, SectionSkeleton } from '../section.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NativeLanguageForm } from './native-language-form.tsx';
import { PasswordSection } from './password-section.tsx';
import { InterfaceLanguageChoice, ThemeChoice } from './preference-choices.tsx';

const SecondFactorSection = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../second-factor/second-factor-section.tsx'),
    loadSecondFactorWording(),
  ]);
  return part;
}, 'SecondFactorSection');

const RecordingsSection = lazyPart(async () => {
  await loadTurnWording();
  return import('./recordings-section.tsx');
}, 'RecordingsSection');

export function SettingsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('nav.settings'));
  const { data: profile, isFetching, refetch } = useQuery(profileQuery);
  const account = useAccount();
  const { data: preferences, ...preferencesState } = useQuery(preferencesQuery);
  const { hasToken, check } = useStoredToken();
  const navigate = useNavigate();

  return (
    <SectionedPage title={t('nav.settings')} isWide>
      {!hasToken && <SignedOutMessage />}
      <SectionColumn>
        {profile && (
          <Section title={t('settings.languages')}>
            {preferences && <InterfaceLanguageChoice preferences={preferences} />}
            <NativeLanguageForm profile={profile} checkToken={check} />
          </Section>
        )}
        {!profile && isFetching && <SectionSkeleton />}
        {!profile && !isFetching && hasToken && (
          <Failure message={t('profile.loadFailed')} onRetry={() => refetch()} />
        )}
        {hasToken && preferences && (
          <Section title={t('settings.theme')}>
            <ThemeChoice preferences={preferences} />
          </Section>
        )}
        {hasToken && preferencesState.isPending && <SectionSkeleton />}
        {hasToken && !preferences && preferencesState.isError && (
          <Failure message={t('settings.loadFailed')} onRetry={() => preferencesState.refetch()} />
        )}
        {hasToken && profile && (
          <>
            <InlinePart fallback={<SectionSkeleton />}>
              <RecordingsSection account={account} />
            </InlinePart>
            <EmailSection profile={profile} checkToken={check} />
          </>
        )}
      </SectionColumn>
      {hasToken && profile && (
        <>
          <SectionColumn>
            <PasswordSection
              onChanged={() => void clearDevice(account, true).then(() => openLogin('password-changed'))}
            />
            <InlinePart fallback={<SectionSkeleton />}>
              <SecondFactorSection profile={profile} />
            </InlinePart>
            <DevicesSection
              onEverywhere={() =>
                void clearDevice(account, true).then(() => openLogin('logged-out-everywhere'))
              }
            />
          </SectionColumn>
          <DataSection
            username={profile.username}
            account={account}
            onDeleted={() => void sweep(null, account).then(() => openLogin('account-deleted'))}
          />
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

/** Opens the login after the session has ended. Reloads the page, so that no personal data stays in memory. */
function openLogin(notice: LoginNotice): void {
  dropTokens();
  window.location.assign(`/login?notice=${notice}`);
}

/** Shown when the session has ended, for instance by a logout in another tab. */
export function SignedOutMessage() {
  const { t } = useTranslation();
  const message = (
    <Stack align="flex-start" gap="sm">
      {t('settings.noToken')}
      {/* A plain link reloads the page, so that no personal data stays in memory. */}
      <Button component="a" href="/login" variant="default">
        {t('auth.logIn')}
      </Button>
    </Stack>
  );
  return <FailureMessage message={message} />;
}

/** Tracks whether an access token is stored. Notices changes by other tabs; call `check` after changes by this one. */
export function useStoredToken(): { hasToken: boolean; check: () => boolean } {
  const [hasToken, setHasToken] = useState(() => accessToken() !== null);
  const check = () => {
    const isStored = accessToken() !== null;
    setHasToken(isStored);
    return isStored;
  };
  useWindowEvent('storage', check);
  return { hasToken, check };
}
