import { Stack, Text, TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { invalidate } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useHoldOpen } from '../../../ui/dialog/dialog-closing.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { formFailure } from '../forms/form-failure.ts';
import { useTextForm } from '../forms/use-text-form.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { PasskeyAlreadyAdded, PasskeyCancelled } from './passkey.ts';

export type Reauthentication = { current_password?: string };

type ConfirmProps = {
  text: string;
  confirmLabel: string;
  /** True if the action removes something. */
  isDestructive?: boolean;
  hasPassword: boolean;
  asksForName?: boolean;
  onConfirm: (reauthentication: Reauthentication, name: string) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks for the current password, if there is one, before second factors are changed. */
export function ConfirmForm(props: ConfirmProps) {
  const { text, confirmLabel, isDestructive, hasPassword, asksForName, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const names = [
    ...(asksForName ? (['name'] as const) : []),
    ...(hasPassword ? (['current_password'] as const) : []),
  ];
  const fallback = t('secondFactor.failed');
  const { field, submit, message, isBusy } = useTextForm<'name' | 'current_password'>({
    names,
    fallback,
    isRepeatable: true,
    send: async ({ name = '', current_password }) => {
      try {
        await onConfirm(current_password ? { current_password } : {}, name);
      } catch (error) {
        // The confirmation may have expired: the settings then offer to confirm again.
        void invalidate(client, accounts.getSecondFactor);
        throw error;
      }
    },
    readFailure: (error) => {
      if (error instanceof PasskeyCancelled)
        return { message: t('secondFactor.passkeyNotCreated'), fields: {} };
      if (error instanceof PasskeyAlreadyAdded)
        return { message: t('secondFactor.passkeyExists'), fields: {} };
      if (!(error instanceof ApiError)) return { message: fallback, fields: {} };
      return formFailure(error, names, { offline: t('app.offline'), fallback });
    },
  });

  useHoldOpen(isBusy);

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text>{text}</Text>
        <FailureMessage message={message} />
        {asksForName && (
          <TextInput
            {...field('name')}
            label={t('secondFactor.name')}
            description={t('secondFactor.nameHint')}
            maxLength={100}
            autoComplete="off"
            dir="auto"
            data-autofocus
          />
        )}
        {hasPassword && (
          <PasswordField
            {...field('current_password')}
            label={t('settings.deletePassword')}
            autoComplete="current-password"
            data-autofocus={asksForName ? undefined : true}
          />
        )}
        <DialogButtons
          label={confirmLabel}
          isDestructive={isDestructive}
          isPending={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
