import { Button, Stack, Text } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { FailureMessage } from '../forms/form-message.tsx';
import { answerByPasskey, PasskeyAbandoned } from './passkey.ts';

type Props = {
  options: accounts.PasskeyOptions;
  onAnswer: (passkey: accounts.PasskeyAnswer) => Promise<void>;
};

/** Has the browser ask for a passkey. */
export function StepByPasskey({ options, onAnswer }: Props) {
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => onAnswer(await answerByPasskey(options)),
  });
  const message = () => {
    if (!error) return undefined;
    if (error instanceof PasskeyAbandoned) return t('secondFactor.passkeyNotUsed');
    if (error instanceof ApiError && error.status === 0) return t('app.offline');
    return (error instanceof ApiError && error.detail) || t('secondFactor.failed');
  };
  return (
    <Stack gap="md">
      <FailureMessage message={message()} />
      <Text>{t('secondFactor.stepPasskey')}</Text>
      <Button
        size="lg"
        fullWidth
        leftSection={<IconKey size={20} aria-hidden />}
        loading={isPending || isSuccess}
        onClick={() => mutate()}
        autoFocus
        data-autofocus
      >
        {t('secondFactor.usePasskey')}
      </Button>
    </Stack>
  );
}
