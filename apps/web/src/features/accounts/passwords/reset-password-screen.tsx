import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callbackParams } from '../../../api/callback-params.ts';
import { logOut, profileQuery } from '../../../api/session.ts';
import { AuthPage } from '../login/auth-page.tsx';
import { FailureMessage } from '../forms/form-message.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useGoToLogin } from '../login/use-go-to-login.ts';

/** Where the mailed link leads: choosing a new password. */
export function ResetPasswordScreen() {
  const { t } = useTranslation();
  const [isDone, setIsDone] = useState(false);
  useGoToLogin(isDone);
  const client = useQueryClient();
  const { mailedLink } = callbackParams;

  async function finish() {
    // Whoever is signed in here would be sent home from the login.
    await logOut();
    client.setQueryData(profileQuery.queryKey, null);
    setIsDone(true);
  }

  return (
    <AuthPage
      title={t('passwordReset.title')}
      other={{ question: t('passwordReset.remembered'), label: t('auth.logIn'), to: '/login' }}
    >
      {mailedLink ? (
        <ResetPasswordForm link={mailedLink} onDone={finish} wayOut={<AskAgain variant="default" />} />
      ) : (
        <Stack gap="md">
          <FailureMessage message={t('passwordReset.invalidLink')} />
          <AskAgain variant="filled" />
        </Stack>
      )}
    </AuthPage>
  );
}

function AskAgain({ variant }: { variant: 'filled' | 'default' }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/password-reset" variant={variant} size="lg" fullWidth>
      {t('passwordReset.askAgain')}
    </Button>
  );
}
