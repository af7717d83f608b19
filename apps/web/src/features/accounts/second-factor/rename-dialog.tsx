import { TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidate } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useTextForm } from '../forms/use-text-form.ts';

export function RenameDialog({ passkey, onClose }: { passkey: accounts.Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { field, submit, message, isBusy } = useTextForm<'name'>({
    names: ['name'],
    initial: { name: passkey.name },
    fallback: t('secondFactor.failed'),
    send: async ({ name }) => {
      await call(accounts.renamePasskey, { params: { id: passkey.id }, body: { name } });
      await invalidate(client, accounts.getSecondFactor);
      toast.success(t('secondFactor.renamed'));
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('secondFactor.renamePasskey', { name: passkey.name })}
      label={t('app.save')}
      isPending={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FailureMessage message={message} />
      <TextInput
        {...field('name')}
        label={t('secondFactor.name')}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </ActionDialog>
  );
}
