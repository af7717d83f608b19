import { Button, Loader, Stack, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, errorMessage, isTemporaryFailure } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { callbackParams } from '../../../api/callback-params.ts';
import { profileQuery } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage, SuccessMessage } from '../../../ui/feedback/form-message.tsx';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { AuthPage } from '../login/auth-page.tsx';

/** Landing page of the verification email: verifies the address of the signed-in account. */
export function VerifyEmailScreen() {
  const { t } = useTranslation();
  const { data: profile, isPending } = useQuery(profileQuery);
  if (isPending) return <PageLoader />;
  return (
    <AuthPage title={t('emailVerification.title')}>
      {!profile && <LoginRequired />}
      {profile && !callbackParams.mailedLink && (
        <FailureMessage message={t('emailVerification.invalidLink')} />
      )}
      {profile && callbackParams.mailedLink && <VerifyEmail link={callbackParams.mailedLink} />}
    </AuthPage>
  );
}

function LoginRequired() {
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

/** Verifies the address with the emailed link when rendered. */
export function VerifyEmail({ link }: { link: { uid: string; token: string } }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, isSuccess, isError, error } = useMutation({
    mutationFn: () => call(accounts.verifyEmail, { body: link }),
    onSuccess: () => client.invalidateQueries(profileQuery),
  });
  // Safe to send twice: a confirmed address stays confirmed.
  useEffect(() => mutate(), [mutate]);

  if (!isSuccess && !isError) {
    return (
      <Stack align="center" gap="md" role="status">
        <Loader />
        <Text>{t('emailVerification.checking')}</Text>
      </Stack>
    );
  }
  if (isSuccess) {
    return (
      <Stack gap="md">
        <SuccessMessage message={t('emailVerification.done')} />
        <Button component={Link} to="/" size="lg" fullWidth>
          {t('emailVerification.goHome')}
        </Button>
      </Stack>
    );
  }
  const isExpired = error instanceof ApiError && error.status === 400;
  return (
    <Stack gap="md">
      <FailureMessage
        message={
          isExpired ? t('emailVerification.invalidLink') : errorMessage(error, t('emailVerification.failed'))
        }
      />
      {isTemporaryFailure(error) ? (
        <Button size="lg" fullWidth onClick={() => mutate()}>
          {t('emailVerification.tryAgain')}
        </Button>
      ) : (
        <Button component={Link} to="/settings" size="lg" fullWidth>
          {t('emailVerification.openSettings')}
        </Button>
      )}
    </Stack>
  );
}
