import { Button, Stack } from '@mantine/core';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { logIn } from '../../api/session.ts';
import { AuthForm, type Credentials } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';
import { FailureMessage, SuccessMessage } from './form-message.tsx';
import { useLoginMessage } from './login-message.ts';
import { SocialButtons } from './social-buttons.tsx';

async function logInAndReload(credentials: Credentials): Promise<void> {
  await logIn(credentials);
  window.location.assign('/');
}

/** Signing in, by password or by a provider. */
export function LoginScreen() {
  const { t } = useTranslation();
  const { invitation } = useSearch({ from: '/login' });
  const { fault, notice } = useLoginMessage();
  const username = useLocation({ select: ({ state }) => state.username });
  return (
    <AuthPage
      title={t('auth.loginTitle')}
      other={{ question: t('auth.noAccount'), label: t('auth.register'), to: '/register' }}
      invitation={invitation}
    >
      <Stack gap="md" mb={fault || notice ? 'md' : 0}>
        <FailureMessage message={fault} />
        <SuccessMessage message={notice} />
      </Stack>
      <AuthForm
        submitLabel={t('auth.logIn')}
        passwordKind="current-password"
        username={username}
        onSubmit={logInAndReload}
      />
      <Button component={Link} to="/password-reset" variant="subtle" fullWidth mt="xs" mih={44}>
        {t('auth.forgot')}
      </Button>
      <SocialButtons purpose="login" invitation={invitation} />
    </AuthPage>
  );
}
