import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logIn } from '../../api/session.ts';
import { AuthForm, type Credentials } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';
import { register } from './queries.ts';

/** How long the success of a registration is shown before the login opens, in milliseconds. */
const REGISTERED_MS = 2000;

async function logInAndReload(credentials: Credentials): Promise<void> {
  await logIn(credentials);
  window.location.assign('/');
}

export function LoginScreen() {
  const { t } = useTranslation();
  return (
    <AuthPage
      title={t('auth.loginTitle')}
      other={{ question: t('auth.noAccount'), label: t('auth.register'), to: '/register' }}
    >
      <AuthForm submitLabel={t('auth.logIn')} passwordKind="current-password" onSubmit={logInAndReload} />
    </AuthPage>
  );
}

export function RegisterScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isRegistered, setIsRegistered] = useState(false);

  useEffect(() => {
    if (!isRegistered) return;
    const timer = setTimeout(() => navigate({ to: '/login' }), REGISTERED_MS);
    return () => clearTimeout(timer);
  }, [isRegistered, navigate]);

  return (
    <AuthPage
      title={t('auth.registerTitle')}
      other={{ question: t('auth.haveAccount'), label: t('auth.logIn'), to: '/login' }}
    >
      {/* A region that was there before its text is announced more reliably. */}
      <div role="status">
        {isRegistered && (
          <Alert variant="light" icon={<IconCircleCheck aria-hidden />} mb="md">
            {t('auth.registered')}
          </Alert>
        )}
      </div>
      <AuthForm
        submitLabel={t('auth.register')}
        passwordKind="new-password"
        onSubmit={async (credentials) => {
          await register(credentials);
          setIsRegistered(true);
        }}
      />
    </AuthPage>
  );
}
