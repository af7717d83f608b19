import { Button, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureMessage } from '../forms/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';

type Kind = 'code' | 'recovery_code';
type Props = { kind: Kind; onAnswer: (answer: { [K in Kind]?: string }) => Promise<void> };

/** A field for the app's code, or for a recovery code. */
export function StepByText({ kind, onAnswer }: Props) {
  const { t } = useTranslation();
  const isCode = kind === 'code';
  const { field, submit, message, isBusy } = useTextForm<Kind>({
    names: [kind],
    otherwise: t('secondFactor.failed'),
    send: (typed) => onAnswer({ [kind]: typed[kind].trim() }),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureMessage message={message} />
        <TextInput
          {...field(kind)}
          size="lg"
          label={isCode ? t('secondFactor.code') : t('secondFactor.recoveryCode')}
          description={isCode ? t('secondFactor.stepApp') : t('secondFactor.stepRecovery')}
          autoComplete={isCode ? 'one-time-code' : 'off'}
          inputMode={isCode ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          // What was asked for a moment ago is what the person goes on with.
          autoFocus
          data-autofocus
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {t('secondFactor.continue')}
        </Button>
      </Stack>
    </form>
  );
}
