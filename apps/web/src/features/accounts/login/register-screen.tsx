import { Alert, Button } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { SuccessMessage } from '../../../ui/feedback/form-message.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { AuthForm, type Credentials } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';
import { providersQuery, SocialButtons } from './social-buttons.tsx';
import { useGoToLogin } from './use-go-to-login.ts';

export function RegisterScreen() {
  const { t } = useTranslation();
  const { invitation, next } = useSearch({ from: '/register' });
  const { data, isPending } = useQuery(providersQuery);
  const [account, setAccount] = useState<Credentials>();
  const isClosed = data?.registration === 'closed';
  const lacksInvitation = data?.registration === 'invite' && !invitation;

  return (
    <AuthPage
      title={t('auth.register')}
      {...(!account && {
        alternative: { question: t('auth.haveAccount'), label: t('auth.logIn'), to: '/login' },
      })}
      search={{ invitation, next }}
    >
      {isPending && <Skeletons heights={[50, 50, 50]} gap="lg" />}
      {isClosed && <RegistrationBlocked reason={t('auth.registrationClosed')} />}
      {lacksInvitation && <RegistrationBlocked reason={t('auth.inviteOnly')} />}
      {/* If the registration policy can't be loaded, shows the form: the server can still refuse. */}
      {!isPending && !isClosed && !lacksInvitation && (
        <Registration {...{ invitation, next, account }} onRegistered={setAccount} />
      )}
    </AuthPage>
  );
}

function RegistrationBlocked({ reason }: { reason: string }) {
  return (
    <Alert variant="light" color="gray" icon={<IconLock aria-hidden />} role="note">
      {reason}
    </Alert>
  );
}

type RegistrationProps = {
  invitation: string | undefined;
  next: string | undefined;
  /** The new account, once registered. */
  account: Credentials | undefined;
  onRegistered: (account: Credentials) => void;
};

function Registration({ invitation, next, account, onRegistered }: RegistrationProps) {
  const { t } = useTranslation();
  const isRegistered = account !== undefined;
  const goToLogin = useGoToLogin(isRegistered, account, next);
  return (
    <>
      <SuccessMessage message={isRegistered ? t('auth.registered') : undefined} />
      {isRegistered ? (
        // The focused button was removed.
        <Button size="lg" fullWidth mt="md" ref={(button) => button?.focus()} onClick={goToLogin}>
          {t('auth.logInNow')}
        </Button>
      ) : (
        <>
          <AuthForm
            submitLabel={t('auth.register')}
            passwordKind="new-password"
            onSubmit={async (credentials) => {
              await call(accounts.register, { body: { ...credentials, invitation } });
              onRegistered(credentials);
            }}
          />
          <SocialButtons purpose="register" invitation={invitation} next={next} />
        </>
      )}
    </>
  );
}
