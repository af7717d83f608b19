import { Button, Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getChallenge, logIn, type SecondFactorChallenge } from '../../../api/session.ts';
import { loadSecondFactorWording } from '../../../locales/i18n.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage, SuccessMessage } from '../../../ui/feedback/form-message.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import { AuthForm, type Credentials } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';
import { useLoginMessage } from './login-message.ts';
import { SocialButtons } from './social-buttons.tsx';
import { registeredAccount, setRegisteredAccount } from './use-go-to-login.ts';

const LazySecondStep = lazyPart(async () => {
  const [{ LoginSecondStep }] = await Promise.all([
    import('../second-factor/second-step.tsx'),
    loadSecondFactorWording(),
  ]);
  return { LoginSecondStep };
}, 'LoginSecondStep');

export function LoginScreen() {
  const { t } = useTranslation();
  const { invitation, next } = useSearch({ from: '/login' });
  const openNextPage = () => window.location.assign(next ?? '/');
  const { fault, notice } = useLoginMessage();
  const [initial, setInitial] = useState<Partial<Credentials> | undefined>(registeredAccount);
  useEffect(() => () => setRegisteredAccount(undefined), []);
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);

  async function submit(credentials: Credentials): Promise<void> {
    setInitial({ username: credentials.username });
    try {
      await logIn(credentials);
      openNextPage();
    } catch (error) {
      const newChallenge = getChallenge(error);
      if (!newChallenge) throw error;
      setChallenge(newChallenge);
    }
  }

  if (challenge) {
    return (
      <AuthPage title={t('auth.logIn')}>
        <InlinePart fallback={<Skeletons heights={[50, 50, 50]} gap="lg" />}>
          <LazySecondStep challenge={challenge} onDone={openNextPage} onBack={() => setChallenge(null)} />
        </InlinePart>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={t('auth.logIn')}
      alternative={{ question: t('auth.noAccount'), label: t('auth.register'), to: '/register' }}
      search={{ invitation, next }}
    >
      <Stack gap="md" mb={fault || notice ? 'md' : 0}>
        <FailureMessage message={fault} />
        <SuccessMessage message={notice} />
      </Stack>
      <AuthForm
        submitLabel={t('auth.logIn')}
        passwordKind="current-password"
        initial={initial}
        onSubmit={submit}
      />
      <Button component={Link} to="/password-reset" variant="subtle" fullWidth mt="xs">
        {t('auth.forgotPassword')}
      </Button>
      <SocialButtons purpose="login" invitation={invitation} next={next} />
    </AuthPage>
  );
}
