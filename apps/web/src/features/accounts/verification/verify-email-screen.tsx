import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callbackParams } from '../../../api/callback-params.ts';
import { profileQuery } from '../../../api/session.ts';
import { PageLoader } from '../../../ui/page-loader.tsx';
import { AuthPage } from '../login/auth-page.tsx';
import { FailureMessage } from '../forms/form-message.tsx';
import { VerifyAddress } from './verify-address.tsx';

/** Where the letter about an address leads: confirming it, for whoever is signed in to the account. */
export function VerifyEmailScreen() {
  const { t } = useTranslation();
  const { data: profile, isPending } = useQuery(profileQuery);
  if (isPending) return <PageLoader />;
  return (
    <AuthPage title={t('emailVerification.title')}>
      {!profile && <LogInFirst />}
      {profile && !callbackParams.mailedLink && <FailureMessage message={t('emailVerification.invalidLink')} />}
      {profile && callbackParams.mailedLink && <VerifyAddress link={callbackParams.mailedLink} />}
    </AuthPage>
  );
}

function LogInFirst() {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text>{t('emailVerification.logInFirst')}</Text>
      <Button component={Link} to="/login" size="lg" fullWidth>
        {t('auth.logIn')}
      </Button>
    </Stack>
  );
}
