import { Text, TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';
import { PasswordField } from '../passwords/password-field.tsx';

type Props = {
  username: string;
  /** The identity provider; undefined if none is configured. */
  providerName: string | undefined;
  onClose: () => void;
  onDeleted: () => void;
};

/**
 * Asks for the password before deleting the account. If it can be without a password, because of a provider's sign-in, asks for
 * the username too.
 */
export function DeleteAccountDialog({ username, providerName, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const isPasswordOptional = providerName !== undefined;
  const { field, submit, fieldValue, message, isBusy } = useTextForm<'username' | 'password'>({
    names: isPasswordOptional ? ['username', 'password'] : ['password'],
    optional: isPasswordOptional ? ['password'] : [],
    fallback: t('settings.deleteFailed'),
    send: async ({ password }) => {
      await call(accounts.deleteAccount, { body: password ? { password } : {} });
      onDeleted();
    },
  });
  const isConfirmed = isPasswordOptional
    ? fieldValue('username').trim() === username
    : fieldValue('password') !== '';

  return (
    <ActionDialog
      title={t('settings.deleteTitle')}
      label={t('settings.deletePermanently')}
      isDestructive
      isPending={isBusy}
      isDisabled={!isConfirmed}
      onSubmit={submit}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <Text>{t('settings.deleteHint')}</Text>
      <FailureMessage message={message} />
      {isPasswordOptional && (
        <TextInput
          {...field('username')}
          label={t('settings.deleteUsername', { username })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          data-autofocus
        />
      )}
      <PasswordField
        {...field('password')}
        label={t('settings.deletePassword')}
        description={isPasswordOptional && t('settings.deletePasswordHint', { name: providerName })}
        autoComplete="current-password"
        data-autofocus={isPasswordOptional ? undefined : true}
      />
    </ActionDialog>
  );
}
