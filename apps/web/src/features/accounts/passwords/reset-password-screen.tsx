import { Button, Stack } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { callbackParams } from '../../../api/callback-params.ts';
import { logOut, profileQuery } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage, SuccessMessage } from '../../../ui/feedback/form-message.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useTextForm } from '../forms/use-text-form.ts';
import { AuthPage } from '../login/auth-page.tsx';
import { useGoToLogin } from '../login/use-go-to-login.ts';
import { isTypedTwice, NewPasswordFields } from './new-password-fields.tsx';

/** Landing page of the emailed link, for choosing a new password. */
export function ResetPasswordScreen() {
  const { t } = useTranslation();
  const [isDone, setIsDone] = useState(false);
  useGoToLogin(isDone);
  const client = useQueryClient();
  const { mailedLink } = callbackParams;

  async function finish() {
    // The login redirects signed-in people to the home page.
    await logOut();
    client.setQueryData(profileQuery.queryKey, null);
    setIsDone(true);
  }

  return (
    <AuthPage
      title={t('passwordReset.title')}
      alternative={{ question: t('passwordReset.rememberedPassword'), label: t('auth.logIn'), to: '/login' }}
    >
      {mailedLink ? (
        <ResetPasswordForm
          link={mailedLink}
          onDone={finish}
          retryAction={<RequestNewLink variant="default" />}
        />
      ) : (
        <Stack gap="md">
          <FailureMessage message={t('passwordReset.invalidLink')} />
          <RequestNewLink variant="filled" />
        </Stack>
      )}
    </AuthPage>
  );
}

function RequestNewLink({ variant }: { variant: 'filled' | 'default' }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/password-reset" variant={variant} size="lg" fullWidth>
      {t('passwordReset.requestNewLink')}
    </Button>
  );
}

type Props = {
  link: { uid: string; token: string };
  onDone: () => void | Promise<void>;
  /** Action for a link that was refused. */
  retryAction: ReactNode;
};

/** Sets a new password with the emailed link. It can only be sent once both fields are equal. */
export function ResetPasswordForm({ link, onDone, retryAction }: Props) {
  const { t } = useTranslation();
  const { field, submit, fieldValue, message, isBusy, isSuccess } = useTextForm<
    'new_password1' | 'new_password2'
  >({
    names: ['new_password1', 'new_password2'],
    fallback: t('auth.failed'),
    send: async (passwords) => {
      await call(accounts.confirmPasswordReset, { body: { ...link, ...passwords } });
      toast.success(t('passwordReset.done'));
      await onDone();
    },
  });
  const canSend = isTypedTwice(fieldValue('new_password1'), fieldValue('new_password2')) && !isBusy;

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureMessage message={message} />
        {message && retryAction}
        <SuccessMessage message={isSuccess ? t('passwordReset.redirecting') : undefined} />
        <NewPasswordFields first={field('new_password1')} second={field('new_password2')} size="lg" />
        <Button type="submit" size="lg" fullWidth mt="xs" loading={isBusy} disabled={!canSend}>
          {t('passwordReset.title')}
        </Button>
      </Stack>
    </form>
  );
}
