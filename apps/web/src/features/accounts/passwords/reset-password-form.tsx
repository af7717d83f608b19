import { Button, Stack } from '@mantine/core';
import { accounts } from '@sayback/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.ts';
import { FailureMessage, SuccessMessage } from '../forms/form-message.tsx';
import { isTypedTwice, NewPasswordFields } from './new-password-fields.tsx';
import { useTextForm } from '../forms/use-text-form.ts';

type Props = {
  link: { uid: string; token: string };
  onDone: () => void | Promise<void>;
  /** What can be done when the link is refused. */
  wayOut: ReactNode;
};

/** A new password, by the link that was mailed. It can't be sent before it is typed twice, and the same. */
export function ResetPasswordForm({ link, onDone, wayOut }: Props) {
  const { t } = useTranslation();
  const { field, submit, typedIn, message, isBusy, isSuccess } = useTextForm<
    'new_password1' | 'new_password2'
  >({
    names: ['new_password1', 'new_password2'],
    otherwise: t('auth.somethingWrong'),
    send: async (passwords) => {
      await call(accounts.confirmPasswordReset, { body: { ...link, ...passwords } });
      toast.success(t('passwordReset.done'));
      await onDone();
    },
  });
  const canSend = isTypedTwice(typedIn('new_password1'), typedIn('new_password2')) && !isBusy;

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureMessage message={message} />
        {message && wayOut}
        <SuccessMessage message={isSuccess ? t('passwordReset.redirecting') : undefined} />
        <NewPasswordFields first={field('new_password1')} second={field('new_password2')} size="lg" />
        <Button type="submit" size="lg" fullWidth mt="xs" loading={isBusy} disabled={!canSend}>
          {t('passwordReset.reset')}
        </Button>
      </Stack>
    </form>
  );
}
