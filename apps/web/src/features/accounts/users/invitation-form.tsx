import { Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { errorMessage } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import classes from './invitation.module.css';
import type { NewInvitation } from './queries.ts';

type Props = {
  isPending: boolean;
  error: Error | null;
  onCreate: (invitation: NewInvitation) => void;
  onCancel: () => void;
};

const USES = { min: 1, max: 10_000 };
const DAYS = { min: 1, max: 365 };

export function InvitationForm({ isPending, error, onCreate, onCancel }: Props) {
  const { t } = useTranslation();
  const { register, handleSubmit, formState } = useForm<NewInvitation>({
    defaultValues: { group_name: '', uses: 1, expires_in_days: 7 },
  });
  const { errors } = formState;
  const wholeNumber = ({ min, max }: typeof USES) => ({
    valueAsNumber: true,
    validate: (value: number) =>
      (Number.isInteger(value) && value >= min && value <= max) || t('invitations.range', { min, max }),
  });
  const numberProps = { type: 'number', inputMode: 'numeric', classNames: classes } as const;

  return (
    <form
      noValidate
      onSubmit={handleSubmit((typed) => {
        if (!isPending) onCreate({ ...typed, group_name: typed.group_name.trim() });
      })}
    >
      <Stack gap="md">
        <FailureMessage message={error ? errorMessage(error, t('invitations.createFailed')) : undefined} />
        <TextInput
          {...register('group_name')}
          label={t('invitations.group')}
          description={t('invitations.groupHint')}
          classNames={classes}
          dir="auto"
          maxLength={150}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...register('uses', wholeNumber(USES))}
          {...numberProps}
          {...USES}
          label={t('invitations.uses')}
          error={errors.uses?.message}
        />
        <TextInput
          {...register('expires_in_days', wholeNumber(DAYS))}
          {...numberProps}
          {...DAYS}
          label={t('invitations.days')}
          error={errors.expires_in_days?.message}
        />
        <AskBeforeClosing when={formState.isDirty} />
        <DialogButtons label={t('invitations.submit')} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
